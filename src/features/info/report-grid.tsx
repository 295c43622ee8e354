import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReportView } from '../../../contract/report.ts';
import { useSession } from '../../api/session.ts';
import { seenAt, useRead } from '../../api/use-read.ts';
import { timeAgo } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { findThumb } from '../../store/others/records.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './faqs.module.css';

/** Three rows of three; the lists have all of them. */
const REPORTS = 9;

/** What people have reported, and the reader's own that others do not see yet (R85, R337 to R339, A21). */
export function ReportGrid() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const read = useRead('listReports', {
    currentUser: user?._id ?? '',
    profile: user ? 'true' : 'false',
    limit: REPORTS,
  });
  const seen = seenAt(read);
  if (read.data === undefined) {
    if (!read.isError) {
      return (
        <>
          <p className={styles.waiting}>{t('faqs.loading')}</p>
          <Skeleton rows={3} />
        </>
      );
    }
    return (
      <Banner
        tone="lost"
        icon="alert"
        action={
          <button type="button" onClick={() => void read.refetch()}>
            {t('common.again')}
          </button>
        }
      >
        <b>{t('faqs.error')}</b> {t('faqs.errorDetail')}
      </Banner>
    );
  }
  if (read.data.data.length === 0) {
    return <EmptyState title={t('faqs.empty')}>{t('faqs.emptyDetail')}</EmptyState>;
  }
  return (
    <>
      {seen !== undefined && <p className={styles.waiting}>{t('faqs.seen', { when: timeAgo(t, seen, Date.now()) })}</p>}
      <ul className={styles.grid}>
        {read.data.data.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** R86 to R90. */
function ReportCard({ report }: { report: ReportView }) {
  const { t } = useTranslation();
  const type = report.reportType ?? report.type;
  const named = report.subject.kind === 'person' ? report.subject.name : undefined;
  return (
    <Link className={styles.card} to={`/items/${report.id}`}>
      <ReportImage report={report} />
      <div className={styles.words}>
        <span>
          <Badge tone={type}>{t(`browse.${type}${report.subject.kind === 'person' ? 'Person' : 'Item'}`)}</Badge>{' '}
          {report.mine && <Badge tone="plain">{t('faqs.mine')}</Badge>}
        </span>
        <h3>{report.title ?? named ?? t('faqs.untitled')}</h3>
        {report.description && <p className={styles.description}>{report.description}</p>}
        <p className={styles.owner}>{report.owner ? t('faqs.by', { name: report.owner.name }) : t('faqs.unknown')}</p>
      </div>
    </Link>
  );
}

/** The photo by its address, else the small one on this phone, else the outline that stands for none (R86). */
function ReportImage({ report }: { report: ReportView }) {
  const { db } = useServices();
  const [broken, setBroken] = useState(false);
  const thumb = useLiveQuery(() => findThumb(db, report), [db, report]);
  if (report.image && !broken) {
    return <img className={styles.image} src={report.image} alt="" loading="lazy" onError={() => setBroken(true)} />;
  }
  return (
    <div className={styles.image}>
      <Photo blob={thumb} alt="" size="full" kind={report.subject.kind} />
    </div>
  );
}
