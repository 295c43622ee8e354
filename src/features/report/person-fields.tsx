import { useTranslation } from 'react-i18next';
import { MAX_NAME, MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConsentChoices } from '../../ui/consents.tsx';
import { Field } from '../../ui/field.tsx';
import { PlaceFields } from '../../ui/map/place-fields.tsx';
import { AlreadyThere } from './already-there.tsx';
import { AnswerField } from './answer-field.tsx';
import { PhoneField, RewardField } from './contact-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import { answersOf, consentsIn, isChild } from './person.ts';
import styles from './person-form.module.css';
import type { PersonFormState } from './use-person-form.ts';
import { VideoPicker } from './video-picker.tsx';
import { WhenFields } from './when-fields.tsx';

interface PersonFieldsProps {
  person: PersonFormState;
  /** How to reach the family, and where the person was last, are asked at the very beginning. */
  isReachFirst: boolean;
}

/** What stands on the first screenful: who it is, and of a family without an account how to reach it. */
export function FirstAnswers({ person, isReachFirst }: PersonFieldsProps) {
  const { t } = useTranslation();
  const { values } = person;
  const lost = values.type === 'lost';
  return (
    <div className={styles.first}>
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
            maxLength={MAX_NAME}
            disabled={values.nameUnknown}
            value={values.nameUnknown ? t('form.unknown') : values.name}
            onChange={(event) => person.set('name', event.target.value)}
          />
        )}
      </Field>
      <AnswerField
        label={t(lost ? 'form.lostAge' : 'form.foundAge')}
        error={person.errors.age && t(person.errors.age)}
        value={values.age}
        onChange={(age) => person.set('age', age)}
        maxLength={3}
        numeric
      />
      {!person.corrects && <AlreadyThere kind="person" name={values.nameUnknown ? '' : values.name} age={values.age} />}
      {isReachFirst && (
        <>
          <PhoneField form={person} hint={t('form.phoneHint')} />
          <PlaceFields {...values} label={t('form.region')} onChange={person.change} />
        </>
      )}
    </div>
  );
}

/** The other questions of the form. */
export function PersonFields({ person, isReachFirst: isFirst }: PersonFieldsProps) {
  const { t } = useTranslation();
  const { values } = person;
  const lost = values.type === 'lost';
  return (
    <div>
      <AnswerField
        label={t('form.title')}
        hint={t(lost ? 'form.titleHintLost' : 'form.titleHintFound')}
        error={person.errors.title && t(person.errors.title)}
        value={values.title}
        onChange={(title) => person.set('title', title)}
        maxLength={MAX_TITLE}
        shown
      />
      <Checkbox
        checked={values.ageGuess}
        onChange={(ageGuess) => person.set('ageGuess', ageGuess)}
        label={t('form.ageGuess')}
      />
      <AnswerField
        label={t('form.clothColor')}
        value={values.clothColor}
        onChange={(clothColor) => person.set('clothColor', clothColor)}
        maxLength={MAX_TITLE}
        optional
      />
      {!isFirst && <PlaceFields {...values} label={t('form.region')} onChange={person.change} />}
      {lost && (
        <WhenFields
          legend={t('form.timeOfLoss')}
          date={values.timeOfLossDate}
          time={values.timeOfLossTime}
          error={person.errors.timeOfLossDate && t(person.errors.timeOfLossDate)}
          onChange={person.change}
        />
      )}
      {lost && <RewardField form={person} hint={t('form.rewardHint')} />}
      {!isFirst && <PhoneField form={person} hint={t('form.phoneHint')} />}
      <AnswerField
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        value={values.description}
        onChange={(description) => person.set('description', description)}
        maxLength={MAX_TEXT}
        rows={3}
        shown
        optional
      />
      <DetailFields
        values={values}
        errors={person.errors}
        onChange={person.change}
        type={values.type}
        isPublic={lost && !isChild(values)}
      />
      {lost && <VideoPicker videos={person.videos} onAdd={person.addVideo} onRemove={person.removeVideo} />}
      {lost ? (
        <ConsentChoices
          of={isChild(values) ? 'child' : 'adult'}
          given={consentsIn(values)}
          onChange={(purpose, given) => person.set(answersOf(values)[purpose], given)}
        />
      ) : (
        <p className={styles.note}>{t('form.consentNoteFound')}</p>
      )}
    </div>
  );
}
