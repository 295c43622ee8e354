import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import { countCarried, dropRefused } from '../../store/own/envelopes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, FileButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { takeBundle } from './bundle.ts';
import styles from './handover.module.css';
import { ReadCode } from './read-code.tsx';

/** Take over from another phone: its sealed writes are carried, unread, until there is a network. */
export function Page() {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const carried = useLiveQuery(() => countCarried(db), [db]);
  const [reading, setReading] = useState(false);
  const [taken, setTaken] = useState<{ fresh: number | undefined }>();

  async function take(bytes: Uint8Array): Promise<void> {
    const fresh = await takeBundle(db, bytes);
    setReading(false);
    setTaken({ fresh });
    sync.wake();
  }

  return (
    <>
      <PageTitle title={t('handOver.takeTitle')} back="/outbox">
        {t('handOver.takeLead')}
      </PageTitle>
      <div role="status">
        {taken && (
          <Banner
            tone={taken.fresh === undefined ? 'lost' : 'found'}
            icon={taken.fresh === undefined ? 'alert' : 'check'}
          >
            {taken.fresh === undefined ? t('handOver.notOurs') : t('handOver.taken', { count: taken.fresh })}
          </Banner>
        )}
      </div>
      {carried && carried.texts + carried.files > 0 && (
        <p data-carried={carried.texts + carried.files}>
          {t('handOver.carried', { count: carried.texts + carried.files })}
        </p>
      )}
      {carried && carried.refused > 0 && (
        <Banner
          tone="lost"
          icon="alert"
          action={
            <button type="button" onClick={() => void dropRefused(db)}>
              {t('handOver.drop')}
            </button>
          }
        >
          {t('handOver.refused', { count: carried.refused })}
        </Banner>
      )}
      <section className={styles.part}>
        <h2>{t('handOver.byCode')}</h2>
        {reading ? (
          <ReadCode onFile={(bytes) => void take(bytes)} onClose={() => setReading(false)} />
        ) : (
          <Button icon="camera" onClick={() => setReading(true)}>
            {t('handOver.read')}
          </Button>
        )}
      </section>
      <section className={styles.part}>
        <h2>{t('handOver.byFile')}</h2>
        <FileButton
          icon="download"
          onFiles={([chosen]) => {
            if (chosen) void chosen.arrayBuffer().then((bytes) => take(new Uint8Array(bytes)));
          }}
        >
          {t('handOver.choose')}
        </FileButton>
      </section>
    </>
  );
}
