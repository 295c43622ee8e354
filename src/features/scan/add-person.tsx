import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay, formatTime } from '../../i18n/relative-time.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './add-person.module.css';
import type { FormSlots } from './form-slot.ts';
import type { Outcome } from './scan.ts';
import { type FormSource, useStartFrom } from './use-start-from.ts';

interface AddPersonProps extends FormSlots {
  source: FormSource;
  onAgain: () => void;
}

/** The Person Not Found panel and its form; the same form by hand; and what is read after saving. */
export function AddPerson({ Form, Posted, source, onAgain }: AddPersonProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<OwnReport>();
  const [fresh, setFresh] = useState(0);
  const { start, isOld = false } = useStartFrom(source, fresh) ?? {};

  if (saved) return <Posted report={saved} another={t('match.again')} onAnother={onAgain} />;
  const isLost = source.kind === 'hand' ? source.type === 'lost' : start?.values.type !== 'found';
  const notFound = source.kind === 'not-found' ? source.outcome : undefined;
  const title = notFound
    ? 'scan.notFound'
    : source.kind === 'match'
      ? 'match.tell'
      : isLost
        ? 'form.headLost'
        : 'form.headFound';
  return (
    <section>
      <PageTitle title={t(title)} back="/" focus={source.kind !== 'hand'}>
        {notFound ? t('scan.notFoundText') : t('form.lead')}
      </PageTitle>
      {notFound && <p className={styles.failed}>{t('scan.failedToDetect')}</p>}
      {notFound && <Searched outcome={notFound} />}
      {isOld && (
        <p className={styles.note}>
          {t('form.draftKept')}{' '}
          {source.kind === 'hand' && (
            <Button kind="quiet" onClick={() => setFresh(fresh + 1)}>
              {t('form.startNew')}
            </Button>
          )}
        </p>
      )}
      {start ? <Form key={start.id} start={start} onSaved={setSaved} /> : <Spinner label={t('scan.reading')} />}
      <Button kind="quiet" icon="scan" onClick={onAgain}>
        {t(source.kind === 'hand' || source.kind === 'draft' ? 'scan.instead' : 'match.again')}
      </Button>
    </section>
  );
}

/** What was searched, so that "not found" says no more than is true (A48, A12). */
function Searched({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { check, incomparable, searchedHere, searchedThere, galleryAt, askAgainAt } = outcome;
  if (incomparable)
    return (
      <Banner tone="wait" icon="info">
        {t('scan.otherVersion')}
      </Banner>
    );
  if (check === 'confirmed')
    return (
      <p className={styles.note}>
        {t('scan.searchedThere', { people: formatNumber(searchedThere ?? 0), count: searchedThere ?? 0 })}
      </p>
    );
  const date = galleryAt === undefined ? undefined : formatDay(t, new Date(galleryAt), new Date());
  return (
    <Banner tone="wait" icon="offline">
      {date === undefined
        ? t('scan.searchedNothing')
        : t('scan.searchedHere', { date, people: formatNumber(searchedHere), count: searchedHere })}{' '}
      {askAgainAt ? t('scan.tooMany', { time: formatTime(t, new Date(askAgainAt)) }) : t('scan.checkLater')}
    </Banner>
  );
}
