import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TITLE } from '../../../contract/limits.ts';
import type { FormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Button } from '../../ui/button.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { PlaceFields } from '../../ui/map/place-fields.tsx';
import { Segment } from '../../ui/segment.tsx';
import { AlreadyThere } from './already-there.tsx';
import { AnswerField } from './answer-field.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { FormFoot } from './form-foot.tsx';
import { hasDetails } from './item.ts';
import { ItemDetails } from './item-details.tsx';
import { MarkFields } from './mark-fields.tsx';
import styles from './person-form.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { useItemForm } from './use-item-form.ts';

interface ItemFormProps {
  start: FormStart;
  onSaved: (report: OwnReport) => void;
}

/** A lost or found thing: what it is, its title and where come first; the rest is a step that may be left out. */
export function ItemForm({ start, onSaved }: ItemFormProps) {
  const { t } = useTranslation();
  const item = useItemForm(start, onSaved);
  const [more, setMore] = useState(() => start.videos.length > 0 || hasDetails(start.values));
  const { values, errors, phase, undo } = item;
  const posting = phase === 'saving';

  async function post(): Promise<boolean> {
    const isRight = await item.save();
    if (!isRight) setMore(true); // what is wrong may stand there
    return isRight;
  }

  return (
    <CheckedForm className={styles.form} onSubmit={post}>
      <Segment
        legend={t('browse.which')}
        value={values.type}
        onChange={(type) => item.set('type', type)}
        options={[
          { value: 'lost', label: t('post.iLost'), tone: 'lost' },
          { value: 'found', label: t('post.iFound'), tone: 'found' },
        ]}
      />
      <div className={styles.columns}>
        <PhotoPicker
          photos={item.photos}
          onAdd={item.addPhoto}
          onRemove={item.removePhoto}
          onReplace={item.replacePhoto}
          hint={t('post.photosHint')}
        />
        <div>
          <CategoryTiles
            value={values.category}
            onChange={(category) => item.set('category', category)}
            error={errors.category && t(errors.category)}
          />
          <AnswerField
            label={t('form.title')}
            hint={t(values.type === 'lost' ? 'post.titleHintLost' : 'post.titleHintFound')}
            error={errors.title && t(errors.title)}
            value={values.title}
            onChange={(title) => item.set('title', title)}
            maxLength={MAX_TITLE}
            shown
          />
          {!item.corrects && <AlreadyThere kind="item" category={values.category} title={values.title} />}
          <PlaceFields {...values} label={t('post.where')} onChange={item.change} />
          {values.type === 'found' && (
            <MarkFields values={values} onChange={item.change} error={errors.marks && t(errors.marks)} />
          )}
          {more ? (
            <ItemDetails item={item} />
          ) : (
            <Button kind="outlined" icon="plus" aria-expanded={false} onClick={() => setMore(true)}>
              {t('post.more')}
            </Button>
          )}
        </div>
      </div>
      <FormFoot
        act={t(item.corrects ? 'form.saveCorrection' : 'post.post')}
        doing={t('post.posting')}
        isBusy={posting}
        isUntouched={phase === 'untouched'}
        failure={item.failure && t(item.failure)}
        isKept={item.isKept}
        onClear={phase === 'touched' && !item.corrects ? item.clear : undefined}
        undo={undo}
      />
    </CheckedForm>
  );
}
