import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import type { FormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { FaceQuestion } from '../../ui/face-question.tsx';
import { InSteps } from '../../ui/in-steps.tsx';
import { Segment } from '../../ui/segment.tsx';
import { FaceCapture } from './face-capture.tsx';
import { FormFoot } from './form-foot.tsx';
import { FirstAnswers, PersonFields } from './person-fields.tsx';
import styles from './person-form.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { type Decided, usePersonForm } from './use-person-form.ts';

interface PersonFormProps {
  start: FormStart;
  onSaved: (report: OwnReport) => void;
  /** Whom it is about, where the page has asked that already. */
  posting?: Decided;
}

/** The lost-person and found-person forms: one component, so that both save, check and survive in the same way. */
export function PersonForm({ start, onSaved, posting }: PersonFormProps) {
  const { t } = useTranslation();
  const person = usePersonForm(start, onSaved, posting);
  const { values, phase, question, undo } = person;
  const lost = values.type === 'lost';
  const saving = phase === 'saving';
  // Who has an account is reached by it.
  const hasAccount = useSession(({ user }) => user !== undefined);
  const isReachFirst = lost && !hasAccount;

  return (
    <CheckedForm className={styles.form} onSubmit={person.save}>
      {!posting && (
        <Segment
          legend={t('browse.which')}
          value={values.type}
          onChange={(type) => person.set('type', type)}
          options={[
            { value: 'lost', label: t('form.typeLost'), tone: 'lost' },
            { value: 'found', label: t('form.typeFound'), tone: 'found' },
          ]}
        />
      )}
      <FirstAnswers person={person} isReachFirst={isReachFirst} />
      {/* A screen further down: what is asked first can be answered before it is there. */}
      <InSteps waiting={null}>
        <div className={styles.columns}>
          <div>
            <PhotoPicker
              photos={person.photos}
              onAdd={person.addPhoto}
              onRemove={person.removePhoto}
              onReplace={person.replacePhoto}
            />
            <FaceCapture person={person} />
          </div>
          <PersonFields person={person} isReachFirst={isReachFirst} />
        </div>
        {isReachFirst && phase === 'touched' && values.phoneNumber.trim() === '' && (
          <Banner tone="wait" icon="phone">
            <b>{t('form.unreachable')}</b> {t('form.unreachableText')}
          </Banner>
        )}
        <FormFoot
          act={t(person.corrects ? 'form.saveCorrection' : lost ? 'form.addLost' : 'form.addFound')}
          doing={t('form.saving')}
          isBusy={saving}
          isUntouched={phase === 'untouched'}
          failure={person.failure && t(person.failure)}
          isKept={person.isKept}
          onClear={phase === 'touched' && !person.corrects ? person.clear : undefined}
          undo={undo}
        />
      </InSteps>
      <FaceQuestion faces={question?.faces} onAnswer={person.answer} />
    </CheckedForm>
  );
}
