import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Review } from '../../../contract/moderation.ts';
import { isSheltered } from '../../../contract/person.ts';
import type { ReportView } from '../../../contract/report.ts';
import { useFile } from '../../api/use-file.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Photo } from '../../ui/photo.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { clockOf, clockTone, isRelease } from './deciding.ts';
import { DrawFace } from './draw-face.tsx';
import styles from './moderation.module.css';
import { OwnerRecord } from './owner-record.tsx';
import { factsOf, isEither, typeOf } from './words.ts';

/** The whole of a post: its photos large, what was said, why it is here, who posted it, and what it may double. */
export function ReviewCard({ review }: { review: Review }) {
  const { t } = useTranslation();
  const {
    report,
    why,
    dueAt,
    flags,
    rejectedFor,
    appeal,
    seenBefore,
    takenBack,
    photosWithoutFace,
    facesToDraw,
    similar,
    owner,
  } = review;
  const clock = clockOf(dueAt, Date.now());
  return (
    <article className={styles.review} aria-labelledby="post">
      <div className={styles.post}>
        <h2 id="post" className={styles.name}>
          {nameOf(t, report)}
        </h2>
        <p className={styles.marks}>
          <Badge tone={report.type}>{typeOf(t, report)}</Badge>
          <Badge tone={why === 'new' ? 'plain' : 'wait'}>{t(`moderation.why.${why}`)}</Badge>
          <Badge tone={clockTone(clock)}>{t(`moderation.clock.${clock.kind}`, { count: clock.hours })}</Badge>
          {isSheltered(report) && <Badge tone="plain">{t('moderation.guarded')}</Badge>}
          <TimeAgo at={report.createdAt} />
        </p>
        {isRelease(review) && (
          <Banner tone="wait" icon="info">
            {t('moderation.needsCaseHeld')}
          </Banner>
        )}
        {report.needsCase && (isEither(report) || !isRelease(review)) && (
          <Banner tone="wait" icon="info">
            {t(isEither(report) ? 'moderation.needsCaseOrLook' : 'moderation.needsCase')}
          </Banner>
        )}
        {(['photo', 'face'] as const).map((what) => {
          const day = seenBefore?.[what];
          if (day === undefined) return undefined;
          const date = formatDay(t, new Date(`${day}T00:00`), new Date());
          return (
            <Banner key={what} tone="lost" icon="alert">
              {t(`moderation.seenBefore.${what}`, { date })}
            </Banner>
          );
        })}
        {(['photo', 'face'] as const).map((what) => {
          const day = takenBack?.[what];
          // The same post by both signs is told of once.
          if (day === undefined || (what === 'face' && day === takenBack?.photo)) return undefined;
          const date = formatDay(t, new Date(`${day}T00:00`), new Date());
          return (
            <Banner key={what} tone="wait" icon="info">
              {t(`moderation.takenBack.${what}`, { date })}
            </Banner>
          );
        })}
        {[...new Set(photosWithoutFace)].map((reason) => (
          <Banner key={reason} tone="wait" icon="info">
            {t(`moderation.photosWithoutFace.${reason}`)}
          </Banner>
        ))}
        {flags.length > 0 && (
          <Banner tone="lost" icon="alert">
            <b>{t('moderation.flags', { count: flags.length })}</b>
            <ul>
              {flags.map((flag) => (
                <li key={`${flag.at} ${flag.reason}`}>
                  {t(`details.reasons.${flag.reason}`)}
                  {flag.text && `: ${flag.text}`}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {why === 'appeal' && (
          <Banner tone="wait" icon="question">
            {rejectedFor && (
              <p>
                <b>{t('moderation.rejectedFor')}</b> {rejectedFor}
              </p>
            )}
            <p>
              <b>{t('moderation.appeal')}</b> {appeal ?? t('moderation.appealSilent')}
            </p>
          </Banner>
        )}
        <Photos report={report} toDraw={facesToDraw} />
        {report.description && <p className={styles.description}>{report.description}</p>}
        <Facts report={report} />
        {owner ? (
          <OwnerRecord owner={owner} reportId={report.id} />
        ) : (
          <p className={styles.quiet}>{t('moderation.noAccount')}</p>
        )}
        <Link className={styles.link} to={`/items/${report.id}`}>
          {t('moderation.toPage')}
        </Link>
      </div>
      <aside className={styles.similar} aria-labelledby="similar">
        <h2 id="similar">{t('moderation.similar')}</h2>
        {similar.length === 0 && <p className={styles.quiet}>{t('moderation.noSimilar')}</p>}
        {similar.map((other) => (
          <Similar key={other.id} report={other} />
        ))}
      </aside>
    </article>
  );
}

function Facts({ report }: { report: ReportView }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.facts}>
      {factsOf(t, report, new Date()).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The first photo as large as there is room; another one is a press away. */
function Photos({ report, toDraw = [] }: { report: ReportView; toDraw: readonly string[] | undefined }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const [drawing, setDrawing] = useState(false);
  const { photos } = report;
  const name = nameOf(t, report);
  const shown = photos[chosen];
  if (photos.length === 0) return <p className={styles.quiet}>{t('details.photoMissing')}</p>;
  return (
    <div className={styles.photos}>
      <Stored of={report.id} sha256={shown} alt={t('browse.photoOf', { name })} full />
      {shown !== undefined && toDraw.includes(shown) && (
        <Button kind="outlined" icon="scan" wide onClick={() => setDrawing(true)}>
          {t('moderation.drawFace.open')}
        </Button>
      )}
      {shown !== undefined && drawing && (
        <DrawFace reportId={report.id} sha256={shown} name={name} onClose={() => setDrawing(false)} />
      )}
      {photos.length > 1 && (
        <ul className={styles.thumbs}>
          {photos.map((sha256, index) => (
            <li key={sha256}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={t('details.photo', { number: index + 1, total: photos.length })}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <Stored of={report.id} sha256={sha256} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface StoredProps {
  /** Whose photo it is: what a reviewer approves of this report is what this report shows. */
  of: string;
  sha256: string | undefined;
  alt: string;
  full?: boolean;
}

function Stored({ of, sha256, alt, full = false }: StoredProps) {
  const { api } = useServices();
  const blob = useFile(api, sha256, full ? 'full' : 'thumb', of);
  return <Photo blob={blob} alt={alt} size={full ? 'full' : 'row'} />;
}

/** Another report that may be about the same person or thing, to be compared by eye. */
function Similar({ report }: { report: ReportView }) {
  const { t } = useTranslation();
  const name = nameOf(t, report);
  return (
    <article className={styles.other}>
      {report.photos[0] && <Stored of={report.id} sha256={report.photos[0]} alt={t('browse.photoOf', { name })} full />}
      <h3>
        <Link to={`/items/${report.id}`}>{name}</Link>
      </h3>
      <p className={styles.marks}>
        <Badge tone={report.type}>{typeOf(t, report)}</Badge>
        <Badge tone="plain">{t(`details.status.${report.status}`)}</Badge>
        <TimeAgo at={report.createdAt} />
      </p>
      <Facts report={report} />
    </article>
  );
}
