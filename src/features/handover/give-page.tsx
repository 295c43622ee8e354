import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openFountain, toQrText } from '../../platform/fountain.ts';
import { shareFile } from '../../platform/share-file.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { givable, smallBundle, wholeBundle } from './bundle.ts';
import styles from './handover.module.css';

/** A camera sees each code at least once. */
const PIECE_MS = 250;

/** Hand over to another phone: what waits here, sealed, as a moving code or as a file. */
export function Page() {
  const { t } = useTranslation();
  const { db } = useServices();
  const waiting = useLiveQuery(() => givable(db), [db]);
  const [shown, setShown] = useState<Awaited<ReturnType<typeof smallBundle>>>();
  const [told, setTold] = useState<'shared' | 'saved'>();
  const title = (
    <PageTitle title={t('handOver.giveTitle')} back="/outbox">
      {t('handOver.giveLead')}
    </PageTitle>
  );

  async function share(): Promise<void> {
    const done = await shareFile(await wholeBundle(db), 'reports');
    setTold(done === 'stopped' ? undefined : done);
  }

  if (!waiting) {
    return (
      <>
        {title}
        <Skeleton rows={2} />
      </>
    );
  }
  if (waiting.texts + waiting.files === 0) {
    return (
      <>
        {title}
        <EmptyState title={t('outbox.empty')}>{t('handOver.nothing')}</EmptyState>
      </>
    );
  }
  if (!waiting.sealable) {
    return (
      <>
        {title}
        <Banner tone="wait" icon="alert">
          {t('handOver.noKey')}
        </Banner>
      </>
    );
  }
  return (
    <>
      {title}
      <section className={styles.part}>
        <h2>{t('handOver.byCode')}</h2>
        <p>{t('handOver.waiting', { count: waiting.texts })}</p>
        <Button icon="scan" onClick={() => void smallBundle(db).then(setShown)}>
          {t('handOver.show')}
        </Button>
        {shown && <WholeScreen {...shown} onStop={() => setShown(undefined)} />}
      </section>
      <section className={styles.part}>
        <h2>{t('handOver.byFile')}</h2>
        <p>{t('handOver.fileText')}</p>
        <Button kind="outlined" icon="share" onClick={() => void share()}>
          {t('handOver.share')}
        </Button>
        <p role="status">{told && t(`handOver.${told}`)}</p>
      </section>
    </>
  );
}

/** The code as large as the screen is: the other phone then reads it from further away, and at once. */
function WholeScreen({ bundle, leftOut, onStop }: Awaited<ReturnType<typeof smallBundle>> & { onStop: () => void }) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.whole}
      aria-label={t('handOver.byCode')}
      onCancel={(event) => {
        event.preventDefault();
        onStop();
      }}
    >
      <MovingCode bundle={bundle} />
      <div className={styles.words}>
        <p>{t('handOver.hold')}</p>
        {leftOut > 0 && <p>{t('handOver.leftOut', { count: leftOut })}</p>}
        <Button kind="outlined" wide onClick={onStop}>
          {t('handOver.stop')}
        </Button>
      </div>
    </dialog>
  );
}

/** One code after the other, without an end: the other phone takes any of them. */
function MovingCode({ bundle }: { bundle: Uint8Array }) {
  const { t } = useTranslation();
  const [number, setNumber] = useState(0);
  const pieceOf = useMemo(() => openFountain(bundle), [bundle]);
  useEffect(() => {
    const timer = setInterval(() => setNumber((last) => last + 1), PIECE_MS);
    return () => clearInterval(timer);
  }, []);
  return <QrCode className={styles.code} text={toQrText(pieceOf(number))} label={t('handOver.code')} />;
}
