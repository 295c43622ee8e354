import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './person-form.module.css';
import type { PersonFormState } from './use-person-form.ts';
import { VideoPicker } from './video-picker.tsx';

/** The questions of the form, the three that must be answered first. */
export function PersonFields({ person }: { person: PersonFormState }) {
  const { t } = useTranslation();
  const { values } = person;
  const lost = values.type === 'lost';
  return (
    <div>
      <Field
        label={t('form.title')}
        hint={t(lost ? 'form.titleHintLost' : 'form.titleHintFound')}
        error={person.errors.title && t(person.errors.title)}
      >
        {(control) => (
          <input
            {...control}
            maxLength={120}
            value={values.title}
            onChange={(event) => person.set('title', event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t(lost ? 'form.lostName' : 'form.foundName')}
        error={person.errors.name && t(person.errors.name)}
        action={
          <Button
            kind="outlined"
            aria-pressed={values.nameUnknown}
            onClick={() => person.set('nameUnknown', !values.nameUnknown)}
          >
            {t('form.unknown')}
          </Button>
        }
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={120}
            disabled={values.nameUnknown}
            value={values.nameUnknown ? t('form.unknown') : values.name}
            onChange={(event) => person.set('name', event.target.value)}
          />
        )}
      </Field>
      <Field label={t(lost ? 'form.lostAge' : 'form.foundAge')} error={person.errors.age && t(person.errors.age)}>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            maxLength={3}
            value={values.age}
            onChange={(event) => person.set('age', event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        checked={values.ageGuess}
        onChange={(ageGuess) => person.set('ageGuess', ageGuess)}
        label={t('form.ageGuess')}
      />
      <Field label={t('form.clothColor')} optional>
        {(control) => (
          <input
            {...control}
            maxLength={120}
            value={values.clothColor}
            onChange={(event) => person.set('clothColor', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('form.region')} hint={t('form.regionHint')} optional>
        {(control) => (
          <input
            {...control}
            maxLength={120}
            value={values.region}
            onChange={(event) => person.set('region', event.target.value)}
          />
        )}
      </Field>
      {lost && (
        <fieldset className={styles.time}>
          <legend className={styles.legend}>{t('form.timeOfLoss')}</legend>
          <Field
            label={t('form.date')}
            error={person.errors.timeOfLossDate && t(person.errors.timeOfLossDate)}
            optional
          >
            {(control) => (
              <input
                {...control}
                type="date"
                value={values.timeOfLossDate}
                onChange={(event) => person.set('timeOfLossDate', event.target.value)}
              />
            )}
          </Field>
          <Field label={t('form.time')} optional>
            {(control) => (
              <input
                {...control}
                type="time"
                value={values.timeOfLossTime}
                onChange={(event) => person.set('timeOfLossTime', event.target.value)}
              />
            )}
          </Field>
        </fieldset>
      )}
      {lost && (
        <Field
          label={t('form.reward')}
          hint={t('form.rewardHint')}
          error={person.errors.rewardOffer && t(person.errors.rewardOffer)}
          optional
        >
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              maxLength={9}
              value={values.rewardOffer}
              onChange={(event) => person.set('rewardOffer', event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label={t('form.phone')}
        hint={t('form.phoneHint')}
        error={person.errors.phoneNumber && t(person.errors.phoneNumber)}
        optional
      >
        {(control) => (
          <input
            {...control}
            type="tel"
            autoComplete="tel"
            maxLength={24}
            value={values.phoneNumber}
            onChange={(event) => person.set('phoneNumber', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('form.description')} hint={t('form.descriptionHint')} optional>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={values.description}
            onChange={(event) => person.set('description', event.target.value)}
          />
        )}
      </Field>
      {lost && <VideoPicker videos={person.videos} onAdd={person.addVideo} onRemove={person.removeVideo} />}
      <fieldset className={styles.consent}>
        <legend className={styles.legend}>{t('form.consent')}</legend>
        <p className={styles.note}>{t(lost ? 'form.consentNote' : 'form.consentNoteFound')}</p>
        {lost && (
          <Checkbox
            checked={values.publicPhoto}
            onChange={(publicPhoto) => person.set('publicPhoto', publicPhoto)}
            label={t('form.publicPhoto')}
            detail={t('form.publicPhotoDetail')}
          />
        )}
        {lost && (
          <Checkbox
            checked={values.publicPhone}
            onChange={(publicPhone) => person.set('publicPhone', publicPhone)}
            label={t('form.publicPhone')}
            detail={t('form.publicPhoneDetail')}
          />
        )}
      </fieldset>
    </div>
  );
}
