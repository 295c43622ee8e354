import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './profile.module.css';

/** A new one is still being made small when it is chosen: who saves waits for it. */
export type AvatarChoice = { kind: 'same' } | { kind: 'none' } | { kind: 'new'; blob: Promise<Blob> };

interface AvatarPickerProps {
  /** The picture on the server, if there is one. */
  current: string | undefined;
  /** What stands in its place. */
  drawn: string;
  choice: AvatarChoice;
  onChoose: (choice: AvatarChoice) => void;
}

/** The picture of the profile: chosen, looked at, taken away. It is made small on the phone, without its place and time. */
export function AvatarPicker({ current, drawn, choice, onChoose }: AvatarPickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  const onRefused = useEffectEvent(() => onChoose({ kind: 'same' }));
  const blob = choice.kind === 'new' ? choice.blob : undefined;
  useEffect(() => {
    if (!blob) return;
    let made: string | undefined;
    let isOver = false;
    const show = (small: Blob) => {
      if (isOver) return;
      made = URL.createObjectURL(small);
      setUrl(made);
    };
    const refuse = (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (isOver) return; // another one was chosen
      setFailed(true);
      onRefused();
    };
    void blob.then(show, refuse);
    return () => {
      isOver = true;
      setUrl(undefined);
      if (made) URL.revokeObjectURL(made);
    };
  }, [blob]);

  function choose(file: File | undefined): void {
    if (!file) return;
    setFailed(false);
    onChoose({ kind: 'new', blob: shrinkPhoto(file).then((small) => small.blob) });
  }

  const shown = url ?? (choice.kind === 'same' ? current : undefined);
  return (
    <div className={styles.who}>
      <img className={styles.face} src={shown ?? drawn} crossOrigin="anonymous" alt={t('profile.picture')} />
      <div className={styles.choices}>
        <input
          id={id}
          className={`unseen ${styles.file}`}
          type="file"
          accept="image/*"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <label className={styles.pick} htmlFor={id}>
          <Icon name="photo" size="small" />
          {t('profile.choosePicture')}
        </label>
        {shown && (
          <Button kind="quiet" icon="trash" onClick={() => onChoose({ kind: current ? 'none' : 'same' })}>
            {t('profile.removePicture')}
          </Button>
        )}
        <p className={styles.error} role="alert">
          {failed && t('form.error.photo')}
        </p>
      </div>
    </div>
  );
}
