import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnReport } from '../../store/db.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FaceChoices } from '../../ui/face-choices.tsx';
import { Segment } from '../../ui/segment.tsx';
import { PersonFields } from './person-fields.tsx';
import styles from './person-form.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { type PersonFormStart, usePersonForm } from './use-person-form.ts';

interface PersonFormProps {
  start: PersonFormStart;
  onSaved: (report: OwnReport) => void;
}

/** The lost-person and found-person forms: one component, so that both save, check and survive in the same way. */
export function PersonForm({ start, onSaved }: PersonFormProps) {
  const { t } = useTranslation();
  const person = usePersonForm(start, onSaved);
  const [clearing, setClearing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { values, phase, question } = person;
  const lost = values.type === 'lost';
  const saving = phase === 'saving';

  async function save(): Promise<void> {
    if (await person.save()) return;
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      first?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: 'center' }); // not behind the button at the foot
    });
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Segment
        legend={t('form.type')}
        value={values.type}
        onChange={(type) => person.set('type', type)}
        options={[
          { value: 'lost', label: t('form.typeLost'), tone: 'lost' },
          { value: 'found', label: t('form.typeFound'), tone: 'found' },
        ]}
      />
      <div className={styles.columns}>
        <PhotoPicker photos={person.photos} onAdd={person.addPhoto} onRemove={person.removePhoto} />
        <PersonFields person={person} />
      </div>
      <div role="alert">{person.failure && <p className={styles.failure}>{t(person.failure)}</p>}</div>
      {!person.isKept && (
        <Banner tone="wait" icon="alert">
          {t('form.notKept')}
        </Banner>
      )}
      <p className="unseen" role="status">
        {saving && t('form.saving')}
      </p>
      {phase === 'touched' && (
        <Button kind="quiet" onClick={() => setClearing(true)}>
          {t('form.clear')}
        </Button>
      )}
      <ActionBar>
        <Button type="submit" wide busy={saving}>
          {saving ? t('form.saving') : t(lost ? 'form.addLost' : 'form.addFound')}
        </Button>
      </ActionBar>
      <Dialog
        open={clearing}
        title={t('form.clearTitle')}
        onClose={() => setClearing(false)}
        actions={
          <>
            <Button
              kind="danger"
              onClick={() => {
                setClearing(false);
                void person.clear();
              }}
            >
              {t('form.clear')}
            </Button>
            <Button kind="outlined" onClick={() => setClearing(false)}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t('form.clearText')}</p>
      </Dialog>
      <Dialog
        open={question !== undefined}
        title={t('scan.several')}
        onClose={() => person.answer(undefined)}
        actions={
          <Button kind="outlined" onClick={() => person.answer(undefined)}>
            {t('form.noneOfThem')}
          </Button>
        }
      >
        <p>{t('form.severalHint')}</p>
        {question && <FaceChoices faces={question.faces} onChoose={person.answer} />}
      </Dialog>
    </form>
  );
}
