import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { drawFace } from '../../../contract/face.ts';
import { useFile } from '../../api/use-file.ts';
import { useRefresh } from '../../api/use-read.ts';
import { cropPhoto } from '../../platform/image.ts';
import { useServices } from '../../services.ts';
import type { Area } from '../../ui/area.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PhotoFrame } from '../../ui/photo-frame.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './moderation.module.css';

interface DrawFaceProps {
  reportId: string;
  sha256: string;
  /** Whose photo it is. */
  name: string;
  onClose: () => void;
}

/** Where a face mostly is on a portrait. */
const BEGIN: Area = { left: 0.25, top: 0.1, width: 0.5, height: 0.6 };

/** For a photo on which no machine found the one face: the reviewer shows it, and this device reads it there. */
export function DrawFace({ reportId, sha256, name, onClose }: DrawFaceProps) {
  const { t } = useTranslation();
  const { api, face } = useServices();
  const refresh = useRefresh();
  const photo = useFile(api, sha256, 'full');
  const [area, setArea] = useState(BEGIN);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();

  async function read(whole: Blob): Promise<void> {
    const part = await cropPhoto(whole, { turns: 0, area });
    const found = await face.enrol(part.blob);
    if (found.kind !== 'enrolled')
      return setSaid(t(found.kind === 'several-faces' ? 'moderation.drawFace.several' : 'moderation.drawFace.none'));
    const opId = crypto.randomUUID();
    const { descriptor, model } = found;
    await api.call(drawFace, { id: reportId, opId, photo: sha256, descriptor: [...descriptor], model }, { opId });
    await Promise.all([refresh('moderationQueue'), refresh('faceQueue')]);
    showToast(t('moderation.drawFace.done'), 'found');
    onClose();
  }

  async function readOrSay(whole: Blob): Promise<void> {
    setBusy(true);
    setSaid(undefined);
    try {
      await read(whole);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setSaid(`${t('common.sentence', { text: t(`errors.${error.code}.what`) })} ${t(`errors.${error.code}.todo`)}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t('moderation.drawFace.title')}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} disabled={photo === undefined} onClick={() => photo && void readOrSay(photo)}>
            {t('moderation.drawFace.do')}
          </Button>
          <Button kind="outlined" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('moderation.drawFace.how')}</p>
      <PhotoFrame photo={photo} alt={t('browse.photoOf', { name })} area={area} onChange={setArea} />
      <p className={styles.warning} aria-live="polite">
        {said}
      </p>
    </Dialog>
  );
}
