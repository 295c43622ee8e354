import { useTranslation } from 'react-i18next';
import { MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { AnswerField } from './answer-field.tsx';
import { PhoneField, RewardField } from './contact-fields.tsx';
import { EXPIRY_DAYS } from './item.ts';
import styles from './person-form.module.css';
import type { ItemFormState } from './use-item-form.ts';
import { VideoPicker } from './video-picker.tsx';
import { WhenFields } from './when-fields.tsx';

/** The second step: everything that helps and nothing that must be answered. */
export function ItemDetails({ item }: { item: ItemFormState }) {
  const { t } = useTranslation();
  const { values, errors } = item;
  const lost = values.type === 'lost';
  const isNumbered = !['Clothing', 'Keys', 'Documents'].includes(values.category);
  return (
    <>
      <AnswerField
        label={t('post.colour')}
        value={values.colour}
        onChange={(colour) => item.set('colour', colour)}
        maxLength={MAX_TITLE}
        optional
      />
      <WhenFields
        legend={t(lost ? 'post.whenLost' : 'post.whenFound')}
        date={values.timeOfLossDate}
        time={values.timeOfLossTime}
        error={errors.timeOfLossDate && t(errors.timeOfLossDate)}
        onChange={item.change}
      />
      <AnswerField
        label={t('form.description')}
        hint={t('post.descriptionHint')}
        value={values.description}
        onChange={(description) => item.set('description', description)}
        maxLength={MAX_TEXT}
        rows={3}
        shown
        optional
      />
      {isNumbered && <SerialField item={item} />}
      {lost && <RewardField form={item} hint={t('post.rewardHint')} />}
      <PhoneField form={item} hint={t('form.phoneHint')} />
      <Checkbox
        checked={values.publicPhone}
        onChange={(publicPhone) => item.set('publicPhone', publicPhone)}
        label={t('form.publicPhone')}
        detail={t('form.publicPhoneDetail')}
      />
      <VideoPicker videos={item.videos} onAdd={item.addVideo} onRemove={item.removeVideo} />
      <Field label={t('post.expiry')} hint={t('post.expiryHint')}>
        {(control) => (
          <select
            {...control}
            value={values.expiresInDays}
            onChange={(event) => item.set('expiresInDays', event.target.value)}
          >
            {EXPIRY_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('post.days', { count: Number(days) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className={styles.note}>{t('post.photosNote')}</p>
    </>
  );
}

/** The number itself goes nowhere: only a fingerprint of it, by which the two sides of a match agree. */
function SerialField({ item }: { item: ItemFormState }) {
  const { t } = useTranslation();
  const { values, errors } = item;
  if (values.serialHash)
    return (
      <Field
        label={t('post.serial')}
        hint={t('post.serialKept')}
        optional
        action={
          <Button kind="outlined" onClick={() => item.change({ serial: '', serialHash: '', serialEnd: '' })}>
            {t('common.mend')}
          </Button>
        }
      >
        {(control) => <input {...control} readOnly value={`•••• ${values.serialEnd}`} />}
      </Field>
    );
  return (
    <Field label={t('post.serial')} hint={t('post.serialHint')} error={errors.serial && t(errors.serial)} optional>
      {(control) => (
        <input
          {...control}
          maxLength={60}
          autoComplete="off"
          value={values.serial}
          onChange={(event) => item.set('serial', event.target.value)}
          onBlur={item.seal}
        />
      )}
    </Field>
  );
}
