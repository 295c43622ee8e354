import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportType } from '../../../contract/report.ts';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import type { Draft, OwnReport } from '../../store/db.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './add-person.module.css';
import { DRAFT_KEY, type FormSlot, type FormStart } from './form-slot.ts';
import type { Match, Outcome } from './scan.ts';

interface AddPersonProps {
  Form: FormSlot;
  type: ReportType;
  draft: Draft | undefined;
  /** The scan that found nobody, or whom the user recognised; without it the form is filled by hand. */
  outcome: Outcome | undefined;
  /** The record that the user takes the scanned person for. */
  accepted?: Match;
  onAgain: () => void;
}

/** The Person Not Found panel and its form; the same form by hand; and what is read after saving. */
export function AddPerson({ Form, type, draft, outcome, accepted, onAgain }: AddPersonProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<OwnReport>();
  const start = useStart(type, draft, outcome, accepted, t('match.foundTitle'));

  if (saved) return <Saved report={saved} onAgain={onAgain} />;
  const notFound = outcome && !accepted;
  const title = notFound
    ? 'scan.notFound'
    : accepted
      ? 'match.tell'
      : type === 'lost'
        ? 'form.headLost'
        : 'form.headFound';
  return (
    <section>
      <PageTitle title={t(title)} back="/">
        {notFound ? t('scan.notFoundText') : t('form.lead')}
      </PageTitle>
      {notFound && (
        <div role="alert">
          <p className={styles.failed}>{t('scan.failedToDetect')}</p>
        </div>
      )}
      {notFound && <Searched outcome={outcome} />}
      {draft && <p className={styles.note}>{t('form.draftKept')}</p>}
      {start ? (
        <Form draftKey={DRAFT_KEY} start={start} fromScan={outcome !== undefined} onSaved={setSaved} />
      ) : (
        <Spinner label={t('form.photoBusy')} />
      )}
      <Button kind="quiet" icon="scan" onClick={onAgain}>
        {t(outcome ? 'match.again' : 'scan.instead')}
      </Button>
    </section>
  );
}

/** What was searched, so that "not found" says no more than is true (A48, A12). */
function Searched({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const { check, searchedHere, searchedThere, galleryAt } = outcome;
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
      {t('scan.checkLater')}
    </Banner>
  );
}

function Saved({ report, onAgain }: { report: OwnReport; onAgain: () => void }) {
  const { t } = useTranslation();
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <div ref={here} tabIndex={-1}>
      <EmptyState
        tone={report.type}
        title={t('form.savedHere')}
        action={
          <>
            <LinkButton to="/outbox">{t('form.toOutbox')}</LinkButton>
            <Button kind="outlined" onClick={onAgain}>
              {t('match.again')}
            </Button>
          </>
        }
      >
        {t('form.savedHereText', { label: report.label })}
      </EmptyState>
    </div>
  );
}

/** The form's first values. The scanned photo is made small like every other before it is kept. */
function useStart(
  type: ReportType,
  draft: Draft | undefined,
  outcome: Outcome | undefined,
  accepted: Match | undefined,
  foundTitle: string,
): FormStart | undefined {
  const fixed = useMemo<FormStart | undefined>(() => {
    if (outcome) return undefined;
    if (!draft) return { values: { type }, photos: [], videos: [], face: undefined };
    const { values, photos, videos, descriptor, model } = draft;
    return { values, photos, videos, face: descriptor && model ? { descriptor, model } : undefined };
  }, [type, draft, outcome]);
  const [scanned, setScanned] = useState<FormStart>();
  useEffect(() => {
    if (!outcome) return;
    let here = true;
    const values: FormStart['values'] = { type };
    const person = accepted?.view.subject.kind === 'person' ? accepted.view.subject : undefined;
    if (accepted)
      Object.assign(values, {
        title: foundTitle,
        name: person?.name ?? '',
        nameUnknown: !person?.name,
        age: `${person?.ageMin ?? ''}`,
      });
    const face = { descriptor: outcome.descriptor, model: outcome.model };
    void shrinkPhoto(outcome.photo).then(
      (photo) => here && setScanned({ values, photos: [photo], videos: [], face }),
      () => here && setScanned({ values, photos: [], videos: [], face }), // the face is kept; the picture can be taken again
    );
    return () => {
      here = false;
    };
  }, [type, outcome, accepted, foundTitle]);
  return fixed ?? scanned;
}
