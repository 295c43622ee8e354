import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay, formatTime } from '../../i18n/relative-time.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { InSteps } from '../../ui/in-steps.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './add-person.module.css';
import type { FormSlots } from './form-slot.ts';
import { KeepOutcome } from './keep-scan.tsx';
import { NotKept } from './not-kept.tsx';
import type { Outcome } from './scan.ts';
import { type FormSource, useStartFrom } from './use-start-from.ts';

interface AddPersonProps extends FormSlots {
  source: FormSource;
  onAgain: () => void;
  /** What was typed is kept on this phone, and on its way. */
  onKept?: () => void;
}

/** The Person Not Found panel and its form; the same form by hand; and what is read after saving. */
export function AddPerson({ Form, Posted, source, onAgain, onKept }: AddPersonProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<OwnReport>();
  const [fresh, setFresh] = useState(0);
  const { start, isOld = false } = useStartFrom(source, fresh) ?? {};

  if (saved) return <Posted report={saved} another={t('match.again')} onAnother={onAgain} />;
  function keep(report: OwnReport): void {
    setSaved(report);
    onKept?.();
  }
  const isLost = source.kind === 'hand' ? source.type === 'lost' : start?.values.type !== 'found';
  const notFound = source.kind === 'not-found' ? source.outcome : undefined;
  return (
    <section>
      <PageTitle title={titleOf(t, source, isLost)} back="/" focus={source.kind !== 'hand'}>
        {notFound ? searchedWords(t, notFound) : t('form.lead')}
      </PageTitle>
      {notFound?.incomparable && (
        <>
          <p className={styles.failed}>{t('scan.failedToDetect')}</p>
          <Banner tone="wait" icon="info">
            {t('scan.otherVersion')}
          </Banner>
        </>
      )}
      {notFound && <NotKept outcome={notFound} />}
      {notFound?.askAgainAt && (
        <Banner tone="wait" icon="clock">
          {t('scan.tooMany', { time: formatTime(t, new Date(notFound.askAgainAt)) })}
        </Banner>
      )}
      {notFound && !notFound.incomparable && <KeepOutcome outcome={notFound} />}
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
      {start ? (
        <>
          <Form key={start.id} start={start} onSaved={keep} />
          {/* With the rest of the form, under which it stands. */}
          <InSteps waiting={null}>
            <Button kind="quiet" icon="scan" onClick={onAgain}>
              {t(source.kind === 'hand' || source.kind === 'draft' ? 'scan.instead' : 'match.again')}
            </Button>
          </InSteps>
        </>
      ) : (
        <Spinner label={t('scan.reading')} />
      )}
    </section>
  );
}

function titleOf(t: TFunction, source: FormSource, isLost: boolean): string {
  switch (source.kind) {
    case 'not-found':
      return t('scan.notFound');
    case 'match': {
      const { subject } = source.match.view;
      const name = subject.kind === 'person' ? subject.name : undefined;
      return name === undefined ? t('match.tell') : t('match.youFound', { name });
    }
    case 'hand':
    case 'draft':
      return t(isLost ? 'form.headLost' : 'form.headFound');
  }
}

/** What was searched, in one sentence, so that "not found" says no more than is true (A48, A12). */
function searchedWords(t: TFunction, outcome: Outcome): string {
  const { check, isKept, rejected, searchedHere, searchedThere = 0, galleryAt } = outcome;
  if (rejected.length > 0) return t('scan.notFoundChosen');
  if (check === 'confirmed')
    return t('scan.notFoundThere', { count: searchedThere, people: formatNumber(searchedThere) });
  if (galleryAt === undefined) return t(isKept ? 'scan.notFoundNowhere' : 'scan.notFoundNowhereUnkept');
  const date = formatDay(t, new Date(galleryAt), new Date());
  const count = { count: searchedHere, people: formatNumber(searchedHere) };
  return t(isKept ? 'scan.notFoundHere' : 'scan.notFoundHereUnkept', { date, ...count });
}
