import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { useServices } from '../../app/services.ts';
import type { Picture } from '../../platform/image.ts';
import { keepStorage } from '../../platform/persist.ts';
import { holdUnsaved } from '../../platform/unsaved.ts';
import type { Draft, OwnReport } from '../../store/db.ts';
import { dropDraft } from '../../store/drafts.ts';
import { writeMeta } from '../../store/meta.ts';
import { saveReport } from '../../store/reports.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segment } from '../../ui/segment.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  checkPerson,
  EMPTY_PERSON,
  type FaceOfForm,
  type PersonErrors,
  type PersonValues,
  toUpload,
} from './person.ts';
import styles from './person-form.module.css';
import { PhotoPicker } from './photo-picker.tsx';
import { useKeptDraft } from './use-draft.ts';
import { VideoPicker } from './video-picker.tsx';

export interface PersonFormStart {
  values: Partial<PersonValues>;
  photos: Picture[];
  videos: Picture[];
  face: FaceOfForm | undefined;
}

interface PersonFormProps {
  /** Where the draft is kept. */
  draftKey: string;
  start: PersonFormStart;
  /** A report from a scan must carry the scanned face (R310). */
  fromScan: boolean;
  onSaved: (report: OwnReport) => void;
}

/** The lost-person and found-person forms: one component, so that both save, check and survive in the same way. */
export function PersonForm({ draftKey, start, fromScan, onSaved }: PersonFormProps) {
  const { t } = useTranslation();
  const { db, face: recogniser, sync } = useServices();
  const [values, setValues] = useState<PersonValues>({ ...EMPTY_PERSON, ...start.values });
  const [photos, setPhotos] = useState(start.photos);
  const [videos, setVideos] = useState(start.videos);
  const [face, setFace] = useState(start.face);
  const [errors, setErrors] = useState<PersonErrors>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [touched, setTouched] = useState(false);
  const [clearing, setClearing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const lost = values.type === 'lost';

  const draft = useMemo(
    () => (touched && !saving ? draftOf(draftKey, values, photos, videos, face) : undefined),
    [touched, saving, draftKey, values, photos, videos, face],
  );
  useKeptDraft(db, draft);

  const release = useRef<() => void>(undefined);
  const touch = useCallback(() => {
    release.current ??= holdUnsaved();
    setTouched(true);
  }, []);
  const set = <K extends keyof PersonValues>(key: K, value: PersonValues[K]) => {
    touch();
    setValues((before) => ({ ...before, [key]: value }));
  };

  /** A photo without a scan may still show the face that others will look for. */
  async function readFace(photo: Picture): Promise<void> {
    if (face) return;
    try {
      const read = await recogniser.enrol(photo.blob);
      if (read.kind === 'enrolled') setFace({ descriptor: read.descriptor, model: read.model });
    } catch (cause) {
      // Without the face pack the photo is sent as it is; a person will compare it.
      if (!(cause instanceof AppError)) throw cause;
    }
  }

  function clear(): void {
    setValues({ ...EMPTY_PERSON, type: values.type });
    setErrors({});
    setClearing(false);
    setTouched(false);
    release.current?.();
    release.current = undefined;
    void dropDraft(db, draftKey);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving) return;
    const found = checkPerson(values, new Date().toISOString().slice(0, 10));
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => {
        const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
        first?.focus({ preventScroll: true });
        first?.scrollIntoView({ block: 'center' }); // not behind the button at the foot
      });
      return;
    }
    if (fromScan && !face) return setFailure(t('form.error.descriptorNeeded'));
    setSaving(true);
    setFailure(undefined);
    try {
      const report = await saveReport(db, {
        id: crypto.randomUUID(),
        opId: crypto.randomUUID(),
        label: values.nameUnknown ? t('form.unknown') : values.name.trim() || values.title.trim(),
        upload: toUpload(values, face),
        photos,
        videos,
        now: Date.now(),
        draftKey,
      });
      release.current?.();
      sync.wake();
      setValues((before) => ({ ...before, name: '' }));
      setFace(undefined);
      setPhotos([]);
      showToast(t(lost ? 'form.savedLost' : 'form.savedFound'), 'found');
      void keepStorage().then((kept) => writeMeta(db, 'persisted', kept));
      onSaved(report);
    } catch (cause) {
      console.error(cause);
      setSaving(false);
      setFailure(t('form.error.save'));
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <Segment
        legend={t('form.type')}
        value={values.type}
        onChange={(type) => set('type', type)}
        options={[
          { value: 'lost', label: t('form.typeLost'), tone: 'lost' },
          { value: 'found', label: t('form.typeFound'), tone: 'found' },
        ]}
      />
      <div className={styles.columns}>
        <div>
          <PhotoPicker
            photos={photos}
            onChange={(next) => {
              touch();
              setPhotos(next);
            }}
            onAdded={(photo) => void readFace(photo)}
          />
        </div>
        <div>
          <Field
            label={t('form.title')}
            hint={t(lost ? 'form.titleHintLost' : 'form.titleHintFound')}
            error={errors.title && t(errors.title)}
          >
            {(control) => (
              <input
                {...control}
                maxLength={120}
                value={values.title}
                onChange={(event) => set('title', event.target.value)}
              />
            )}
          </Field>
          <Field
            label={t(lost ? 'form.lostName' : 'form.foundName')}
            error={errors.name && t(errors.name)}
            action={
              <Button
                kind="outlined"
                aria-pressed={values.nameUnknown}
                onClick={() => set('nameUnknown', !values.nameUnknown)}
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
                onChange={(event) => set('name', event.target.value)}
              />
            )}
          </Field>
          <Field label={t(lost ? 'form.lostAge' : 'form.foundAge')} error={errors.age && t(errors.age)}>
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                maxLength={3}
                value={values.age}
                onChange={(event) => set('age', event.target.value)}
              />
            )}
          </Field>
          <Checkbox
            checked={values.ageGuess}
            onChange={(ageGuess) => set('ageGuess', ageGuess)}
            label={t('form.ageGuess')}
          />
          <Field label={t('form.clothColor')} optional>
            {(control) => (
              <input
                {...control}
                maxLength={120}
                value={values.clothColor}
                onChange={(event) => set('clothColor', event.target.value)}
              />
            )}
          </Field>
          <Field label={t('form.region')} hint={t('form.regionHint')} optional>
            {(control) => (
              <input
                {...control}
                maxLength={120}
                value={values.region}
                onChange={(event) => set('region', event.target.value)}
              />
            )}
          </Field>
          {lost && (
            <fieldset className={styles.time}>
              <legend className={styles.legend}>{t('form.timeOfLoss')}</legend>
              <Field label={t('form.date')} error={errors.timeOfLossDate && t(errors.timeOfLossDate)} optional>
                {(control) => (
                  <input
                    {...control}
                    type="date"
                    value={values.timeOfLossDate}
                    onChange={(event) => set('timeOfLossDate', event.target.value)}
                  />
                )}
              </Field>
              <Field label={t('form.time')} optional>
                {(control) => (
                  <input
                    {...control}
                    type="time"
                    value={values.timeOfLossTime}
                    onChange={(event) => set('timeOfLossTime', event.target.value)}
                  />
                )}
              </Field>
            </fieldset>
          )}
          {lost && (
            <Field
              label={t('form.reward')}
              hint={t('form.rewardHint')}
              error={errors.rewardOffer && t(errors.rewardOffer)}
              optional
            >
              {(control) => (
                <input
                  {...control}
                  inputMode="numeric"
                  maxLength={9}
                  value={values.rewardOffer}
                  onChange={(event) => set('rewardOffer', event.target.value)}
                />
              )}
            </Field>
          )}
          <Field
            label={t('form.phone')}
            hint={t('form.phoneHint')}
            error={errors.phoneNumber && t(errors.phoneNumber)}
            optional
          >
            {(control) => (
              <input
                {...control}
                type="tel"
                autoComplete="tel"
                maxLength={24}
                value={values.phoneNumber}
                onChange={(event) => set('phoneNumber', event.target.value)}
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
                onChange={(event) => set('description', event.target.value)}
              />
            )}
          </Field>
          {lost && (
            <VideoPicker
              videos={videos}
              onChange={(next) => {
                touch();
                setVideos(next);
              }}
            />
          )}
          <fieldset className={styles.consent}>
            <legend className={styles.legend}>{t('form.consent')}</legend>
            <p className={styles.note}>{t(lost ? 'form.consentNote' : 'form.consentNoteFound')}</p>
            {lost && (
              <Checkbox
                checked={values.publicPhoto}
                onChange={(publicPhoto) => set('publicPhoto', publicPhoto)}
                label={t('form.publicPhoto')}
                detail={t('form.publicPhotoDetail')}
              />
            )}
            {lost && (
              <Checkbox
                checked={values.publicPhone}
                onChange={(publicPhone) => set('publicPhone', publicPhone)}
                label={t('form.publicPhone')}
                detail={t('form.publicPhoneDetail')}
              />
            )}
          </fieldset>
        </div>
      </div>
      {failure && (
        <div role="alert">
          <Banner tone="lost" icon="alert">
            {failure}
          </Banner>
        </div>
      )}
      <p className="unseen" role="status">
        {saving && t(lost ? 'form.savingLost' : 'form.savingFound')}
      </p>
      {touched && !saving && (
        <Button kind="quiet" onClick={() => setClearing(true)}>
          {t('form.clear')}
        </Button>
      )}
      <ActionBar>
        <Button type="submit" wide busy={saving}>
          {saving ? t(lost ? 'form.savingLost' : 'form.savingFound') : t(lost ? 'form.addLost' : 'form.addFound')}
        </Button>
      </ActionBar>
      <Dialog
        open={clearing}
        title={t('form.clearTitle')}
        onClose={() => setClearing(false)}
        actions={
          <>
            <Button kind="danger" onClick={clear}>
              {t('form.clear')}
            </Button>
            <Button kind="outlined" onClick={() => setClearing(false)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('form.clearText')}</p>
      </Dialog>
    </form>
  );
}

function draftOf(
  key: string,
  values: PersonValues,
  photos: Picture[],
  videos: Picture[],
  face: FaceOfForm | undefined,
): Omit<Draft, 'updatedAt'> {
  return { key, values: { ...values }, photos, videos, ...(face ?? {}) };
}
