import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { AppError } from '../../../../contract/errors.ts';
import { MAX_TEXT } from '../../../../contract/limits.ts';
import type { Reunion } from '../../../../contract/reunion.ts';
import { useRead, useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { dropWrite, unheard } from '../../../store/own/writes.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import {
  type ReunionChange,
  ReunionRefused,
  ReunionSteps,
  reunionTitle,
  Together,
  whatWasSeen,
} from '../../../ui/reunion.tsx';
import { RecordSkeleton } from '../../../ui/skeleton.tsx';
import styles from './tools.module.css';
import { usePending, useWrite } from './use-write.ts';

/** /items/:id/reunion: what to do now that somebody was found who may be the one, and the word that they are together. */
export function Page() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { db } = useServices();
  const read = useRead('readReunion', { id });
  const report = useRead('getReport', { id });
  const pending = usePending(db, id);
  const said = useLiveQuery(() => unheard(db, 'updateReunion', id), [db, id]);
  const refresh = useRefresh();
  const write = useWrite();
  const refused = said?.refused;
  // What waits behind a refused one of these goes nowhere.
  const waiting = refused ? pending - said.opIds.length : pending;
  useEffect(() => {
    if (refused) void refresh('readReunion');
  }, [refused, refresh]);

  async function giveUp(): Promise<void> {
    for (const opId of said?.opIds ?? []) await dropWrite(db, opId);
  }
  async function change(how: ReunionChange): Promise<void> {
    if (refused) await giveUp();
    const label = report.data ? nameOf(t, report.data.data) : t('reunion.title');
    await write({ endpoint: 'updateReunion', id, label, input: { id, ...whatWasSeen(how, read.data?.data) } });
  }

  if (read.isPending) return <RecordSkeleton />;
  // Not what was read before there was none any more.
  const isGone = read.error instanceof AppError && read.error.code === 'not-found';
  const reunion = isGone ? undefined : read.data?.data;
  return (
    <>
      <PageTitle title={reunion ? reunionTitle(t, reunion) : t('reunion.title')} back={`/items/${id}`} />
      {waiting > 0 && (
        <Banner tone="wait" icon="outbox">
          {t('details.waiting', { count: waiting })}
        </Banner>
      )}
      {refused && <ReunionRefused code={refused} onRead={() => void giveUp()} />}
      {reunion ? (
        <Told reunion={reunion} isSaid={waiting > 0} onChange={change} />
      ) : (
        <Banner tone="wait" icon="info">
          {t('reunion.none')}
        </Banner>
      )}
    </>
  );
}

interface ToldProps {
  reunion: Reunion;
  /** Something was said that the server has not heard yet. */
  isSaid: boolean;
  onChange: (how: ReunionChange) => Promise<void>;
}

function Told({ reunion, isSaid, onChange }: ToldProps) {
  const { t } = useTranslation();
  const { as, together, doubted } = reunion;
  return (
    <section className={styles.panel}>
      {as === 'office' && !together && doubted && (
        <Banner tone="wait" icon="info">
          {t('reunion.doubtedOffice')}
        </Banner>
      )}
      {as === 'office' && !together ? (
        <>
          <h2>{t('reunion.familyReads')}</h2>
          <div className={styles.panel}>
            <ReunionSteps reunion={reunion} heading="h3" />
          </div>
          <Release reunion={reunion} onRelease={onChange} />
        </>
      ) : (
        <ReunionSteps reunion={reunion} heading="h2" />
      )}
      {!isSaid && <Together reunion={reunion} onChange={(how) => void onChange(how)} />}
    </section>
  );
}

/** An officer lets the family know where to go: nothing else of the other record reaches them. */
function Release({ reunion, onRelease }: { reunion: Reunion; onRelease: (how: ReunionChange) => Promise<void> }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(reunion.words ?? '');
  const [phone, setPhone] = useState(reunion.phone ?? '');
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void onRelease({ words, phone });
      }}
    >
      <h2>{t('reunion.releaseTitle')}</h2>
      <Field label={t('reunion.words')} room={{ length: words.length, max: MAX_TEXT }}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_TEXT}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('reunion.phone')}>
        {(control) => (
          <input {...control} type="tel" value={phone} onChange={(event) => setPhone(event.target.value)} />
        )}
      </Field>
      <Button wide type="submit">
        {t('reunion.release')}
      </Button>
    </form>
  );
}
