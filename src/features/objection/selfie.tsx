import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './objection.module.css';
import { type Moments, useSelfie } from './use-selfie.ts';

/** "Show that it is you": a look into the front camera. Whoever would rather not is read all the same. */
export function Selfie({ onTaken }: { onTaken: (moments: Moments | undefined) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const { selfie, take, stop } = useSelfie(video);
  const taken = selfie.kind === 'taken' ? selfie.moments : undefined;
  const told = useRef(onTaken);
  told.current = onTaken;
  useEffect(() => told.current(taken), [taken]);
  const isOpen = selfie.kind === 'preparing' || selfie.kind === 'looking';

  return (
    <section className={styles.selfie} aria-labelledby="selfie">
      <h2 id="selfie">{t('objection.selfie')}</h2>
      <p className={styles.quiet}>{t('objection.selfieText')}</p>
      {/* The picture is for the eyes; the words below say what it shows. */}
      <video ref={video} className={styles.video} hidden={!isOpen} playsInline muted />
      <div role="status">
        {selfie.kind === 'preparing' && <Spinner label={t('scan.preparing')} />}
        {selfie.kind === 'looking' && (
          <p className={styles.hint}>
            {selfie.moved && selfie.hint === 'good' ? t('objection.moveALittle') : t(`scan.hint.${selfie.hint}`)}
          </p>
        )}
        {selfie.kind === 'taken' && (
          <Banner tone="found" icon="check">
            {t('objection.selfieTaken')}
          </Banner>
        )}
        {selfie.kind === 'failed' && (
          <Banner tone="lost" icon="alert">
            <b>{t(`errors.${selfie.code}.what`)}</b> {t(`errors.${selfie.code}.todo`)}
          </Banner>
        )}
      </div>
      <div className={styles.buttons}>
        {selfie.kind === 'failed' && selfie.code === 'models-missing' && (
          <LinkButton kind="outlined" icon="download" to="/offline">
            {t('offline.takePlain')}
          </LinkButton>
        )}
        {isOpen ? (
          <Button kind="outlined" onClick={stop}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button kind="outlined" icon="camera" onClick={() => void take()}>
            {t(selfie.kind === 'none' ? 'objection.takeSelfie' : 'common.again')}
          </Button>
        )}
      </div>
    </section>
  );
}
