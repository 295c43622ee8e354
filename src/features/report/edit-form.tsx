import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAX_NAME, MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import type { EditedName, ReportType } from '../../../contract/report.ts';
import { dayOf } from '../../platform/day.ts';
import { inTime } from '../../platform/in-time.ts';
import { holdUnsaved } from '../../platform/unsaved.ts';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { useUnsent } from '../../store/own/use-unsent.ts';
import { pendingWrites, queueWrite } from '../../store/own/writes.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { FaceQuestion } from '../../ui/face-question.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PlaceFields } from '../../ui/map/place-fields.tsx';
import { showToast } from '../../ui/toasts.ts';
import { AnswerField } from './answer-field.tsx';
import { withoutErrors } from './answers.ts';
import { PhoneField, RewardField } from './contact-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import {
  answersOf,
  changeOf,
  checkEdit,
  clashesOf,
  type EditErrors,
  type EditValues,
  editDraft,
  editedOf,
  type Seen,
  touched,
} from './edit.ts';
import { isChild } from './person.ts';
import styles from './person-form.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { useChosenFaces } from './use-chosen-faces.ts';
import { usePhotosOf } from './use-photos-of.ts';
import { WhenFields } from './when-fields.tsx';

interface EditFormProps {
  id: string;
  before: EditValues;
  /** The same as the server tells it; absent while the report itself waits on this phone. */
  seen?: Partial<Seen>;
  kind: 'person' | 'item';
  type: ReportType;
  /** By which it is changed where it is no account's. */
  secret?: string | undefined;
  /** Where the user is led once it is kept. */
  then?: string;
}

/** The same as in the form of a report: a worker that died must not keep the change from being safe. */
const FACES_WITHIN_MS = 20_000;

/** The answers that may still be changed. Saved on this phone first, like every write. */
export function EditForm({ id, before, seen = {}, kind, type, secret, then = '/outbox' }: EditFormProps) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const navigate = useNavigate();
  const chosen = useChosenFaces();
  const unsent = useUnsent(db, editDraft(id));
  const values = editedOf(before, unsent.values);
  const added = unsent.files;
  const [errors, setErrors] = useState<EditErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const photos = usePhotosOf(id, values.photos, added);
  const isTouched = Object.keys(unsent.values).length > 0;
  useEffect(() => (isTouched && !isSaving ? holdUnsaved() : undefined), [isTouched, isSaving]);

  function change(part: Partial<EditValues>): void {
    unsent.set((typed) => touched(typed, part, seen));
    setErrors((before) => withoutErrors(before, Object.keys(part)));
  }
  const clashes = clashesOf(unsent.values, before, seen);
  const text = (key: Exclude<keyof EditValues, 'photos' | 'ageGuess'>) => ({
    value: values[key],
    onChange: (value: string) => change({ [key]: value }),
  });

  async function save(): Promise<boolean> {
    const found = checkEdit(values, dayOf(new Date()));
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    setSaving(true);
    setFailed(false);
    try {
      const changed = changeOf(id, before, values, await notWaiting(db, id, seen));
      if (changed) {
        const faces = (await inTime(chosen.of(values.photos), FACES_WITHIN_MS)) ?? [];
        const input = {
          ...changed,
          ...(secret === undefined ? {} : { secret }),
          ...(faces.length > 0 ? { faces } : {}),
        };
        const files = added.filter(({ sha256 }) => values.photos.includes(sha256));
        const label = values.name.trim() || values.title.trim();
        const { opId } = unsent;
        await queueWrite(db, { endpoint: 'updateReport', opId, id, input, label, files, now: Date.now() });
        sync.wake();
        showToast(t('post.changeSaved'), 'found');
      }
      await unsent.done();
      await navigate(then);
      return true;
    } catch (cause) {
      console.error(cause);
      setSaving(false);
      setFailed(true);
      return false;
    }
  }

  return (
    <CheckedForm className={styles.form} onSubmit={save}>
      {unsent.isOld && (
        <p className={styles.note}>
          {t('form.draftKept')}{' '}
          <Button kind="quiet" onClick={() => void unsent.done()}>
            {t('post.editAnew')}
          </Button>
        </p>
      )}
      {clashes.length > 0 && (
        <Banner tone="wait" icon="alert">
          <b>{t('post.clash.what')}</b> {t('post.clash.todo')}
          <ul className={styles.clashes}>
            {clashes.map((name) => (
              <li key={name}>
                {t(`post.clash.${name}`, { there: thereOf(before, name) })}{' '}
                <Button kind="quiet" onClick={() => change(answersOf(before, name))}>
                  {t('post.clash.take')}
                </Button>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.columns}>
        <PhotoPicker
          photos={photos}
          onAdd={async (photo) => {
            await unsent.addPhoto(photo);
            if (kind === 'person') void chosen.look(photo);
            const others = (shas: readonly string[]) => shas.filter((sha256) => sha256 !== photo.sha256);
            unsent.set((typed) =>
              touched(typed, { photos: [...others(editedOf(before, typed).photos), photo.sha256] }, seen),
            );
          }}
          onRemove={(photo) => {
            chosen.forget(photo);
            change({ photos: values.photos.filter((one) => one !== photo.sha256) });
          }}
        />
        <div>
          <AnswerField
            label={t('form.title')}
            error={errors.title && t(errors.title)}
            {...text('title')}
            maxLength={MAX_TITLE}
            shown
          />
          {kind === 'person' && (
            <AnswerField
              label={t(type === 'lost' ? 'form.lostName' : 'form.foundName')}
              {...text('name')}
              maxLength={MAX_NAME}
              optional
            />
          )}
          {kind === 'person' && (
            <>
              <AnswerField
                label={t(type === 'lost' ? 'form.lostAge' : 'form.foundAge')}
                error={errors.age && t(errors.age)}
                {...text('age')}
                maxLength={3}
                numeric
              />
              <Checkbox
                checked={values.ageGuess}
                onChange={(ageGuess) => change({ ageGuess })}
                label={t('form.ageGuess')}
              />
            </>
          )}
          {kind === 'person' ? (
            <AnswerField label={t('form.clothColor')} {...text('clothColor')} maxLength={MAX_TITLE} optional />
          ) : (
            <AnswerField label={t('post.colour')} {...text('colour')} maxLength={MAX_TITLE} optional />
          )}
          <PlaceFields {...values} type={type} label={t('form.region')} onChange={change} />
          <WhenFields
            legend={t(type === 'lost' ? 'post.whenLost' : 'post.whenFound')}
            date={values.timeOfLossDate}
            time={values.timeOfLossTime}
            error={errors.timeOfLossDate && t(errors.timeOfLossDate)}
            onChange={change}
          />
          <AnswerField
            label={t('form.description')}
            {...text('description')}
            maxLength={MAX_TEXT}
            rows={3}
            shown
            optional
          />
          {kind === 'person' && (
            <DetailFields
              values={values}
              errors={errors}
              onChange={change}
              type={type}
              isPublic={type === 'lost' && !isChild(values)}
            />
          )}
          {type === 'lost' && <RewardField form={{ values, errors, change }} />}
          <PhoneField form={{ values, errors, change }} />
        </div>
      </div>
      <FaceQuestion faces={chosen.faces} onAnswer={chosen.answer} />
      <FormFailure>{failed && t('post.changeFailed')}</FormFailure>
      <ActionBar>
        <Button type="submit" wide busy={isSaving}>
          {t('post.saveChange')}
        </Button>
      </ActionBar>
    </CheckedForm>
  );
}

/** An answer as it is now elsewhere, in the words of the form. */
const thereOf = (values: EditValues, name: EditedName): string =>
  name === 'place' || name === 'details' ? '' : String(values[name]) || '–';

/**
 * What was seen, without the answers that an earlier change on this phone is still to change: the server will have those
 * as that change leaves them.
 */
async function notWaiting(db: LocalDb, id: string, seen: Partial<Seen>): Promise<Partial<Seen>> {
  const waiting = (await pendingWrites(db, 'updateReport')).filter(({ entityId }) => entityId === id);
  const names = new Set(waiting.flatMap(({ input }) => Object.keys(input)));
  return Object.fromEntries(Object.entries(seen).filter(([name]) => !names.has(name)));
}
