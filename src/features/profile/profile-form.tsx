import type { ParseKeys } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateUser } from '../../../contract/auth.ts';
import { AppError } from '../../../contract/errors.ts';
import { MAX_BIO } from '../../../contract/limits.ts';
import { keepUser } from '../../api/session.ts';
import { generatedAvatar, pictureOf, type SessionUser } from '../../api/session-user.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';
import { useServices } from '../../services.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Segment } from '../../ui/segment.tsx';
import { showToast } from '../../ui/toasts.ts';
import { type AvatarChoice, AvatarPicker } from './avatar-picker.tsx';
import { deedAndReason, type Failed } from './failed.ts';
import styles from './profile.module.css';

/** Edit the profile (R161), with its picture (R333). What was typed stays after any failure. */
export function ProfileForm({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [name, setName] = useState(user.name);
  const [phone, setPhone] = useState(user.phone ?? '');
  const [bio, setBio] = useState(user.bio ?? '');
  const [language, setLanguage] = useState(user.language);
  const [mailNotices, setMailNotices] = useState(user.mailNotices);
  const [avatar, setAvatar] = useState<AvatarChoice>({ kind: 'same' });
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ name?: ParseKeys; phone?: ParseKeys }>({});
  const [failure, setFailure] = useState<Failed>();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setErrors(name.trim() ? {} : { name: 'auth.error.name' });
    setFailure(undefined);
    if (!name.trim()) return;
    setBusy(true);
    const change = { id: user.id, name, phone, bio, language, mailNotices };
    const removal = avatar.kind === 'none' ? { removeAvatar: true } : {};
    try {
      const files = avatar.kind === 'new' ? { files: { avatar: await avatar.blob } } : {};
      const answer = await api.call(updateUser, { ...change, ...removal }, { opId: crypto.randomUUID(), ...files });
      keepUser(answer.user);
      showToast(t('profile.saved'), 'found');
      onDone();
    } catch (error) {
      setBusy(false);
      if (error instanceof AppError && error.fields.phone) setErrors({ phone: 'auth.error.phoneForm' });
      else setFailure({ cause: error });
    }
  }

  const isGone = failure?.cause instanceof AppError && failure.cause.code === 'not-found';

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <AvatarPicker
        current={user.avatar_url?.startsWith('data:') ? undefined : pictureOf(user)}
        drawn={generatedAvatar(name)}
        choice={avatar}
        onChoose={setAvatar}
      />
      <Field label={t('auth.name')} error={errors.name && t(errors.name)}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('auth.phone')} hint={t('auth.phoneHint')} error={errors.phone && t(errors.phone)} optional>
        {(control) => (
          <input
            {...control}
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('profile.bio')} hint={t('profile.bioHint', { used: bio.length, max: MAX_BIO })} optional>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={MAX_BIO}
            value={bio}
            onChange={(event) => setBio(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.part}>
        <Segment
          legend={t('profile.language')}
          shown
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
      </div>
      <div className={styles.part}>
        <Checkbox
          label={t('profile.mailNotices')}
          detail={t('profile.mailNoticesDetail')}
          checked={mailNotices}
          onChange={setMailNotices}
        />
      </div>
      <FormFailure>{isGone ? t('profile.notFound') : deedAndReason('profile.saveFailed', failure, t)}</FormFailure>
      <ActionBar>
        <Button type="submit" wide busy={busy}>
          {t('profile.save')}
        </Button>
        <Button kind="outlined" wide onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </ActionBar>
    </form>
  );
}
