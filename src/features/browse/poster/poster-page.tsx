import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ReportView } from '../../../../contract/report.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { ageOf, nameOf } from '../../../ui/report-words.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ReportPhoto } from '../details/report-photo.tsx';
import { useDetails } from '../details/use-details.ts';
import { colourOf, happenedAt, rewardOf } from '../words.ts';
import styles from './poster-page.module.css';

/** Seen from here every day is named in full: on paper, "today" is soon untrue. */
const LONG_AGO = new Date(0);

/** /items/:id/poster: one sheet to print and put up, made on this phone. */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { reading } = useDetails(id);
  if (reading.kind === 'loading')
    return (
      <div className={styles.screen}>
        <PageTitle title={t('poster.title')} back={`/items/${id}`} />
        <Skeleton rows={4} />
      </div>
    );
  const view = reading.kind === 'read' ? reading.details.data : undefined;
  const isShown = view !== undefined && view.contact !== 'guarded';
  return (
    <>
      <div className={styles.screen}>
        <PageTitle title={t('poster.title')} back={`/items/${id}`}>
          {isShown && t('poster.hint')}
        </PageTitle>
        {isShown ? (
          <Button icon="download" onClick={() => print()}>
            {t('poster.print')}
          </Button>
        ) : (
          <Banner tone="lost" icon="info">
            {t(view ? 'poster.guarded' : 'details.notHereText')}
          </Banner>
        )}
      </div>
      {isShown && <Sheet view={view} />}
    </>
  );
}

function Sheet({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const address = `${location.origin}/items/${view.id}`;
  const isPerson = view.subject.kind === 'person';
  const head = view.type === 'found' ? 'poster.found' : isPerson ? 'poster.missing' : 'poster.lost';
  const at = happenedAt(t, view, LONG_AGO);
  const lines = [
    ageOf(t, view),
    isPerson ? undefined : nameOf(t, view),
    [colourOf(view) && `${t(isPerson ? 'details.clothColor' : 'details.colour')}: ${colourOf(view)}`].join(''),
    view.region && `${isPerson ? `${t('poster.lastSeen')}: ` : ''}${[view.region, at].filter(Boolean).join(', ')}`,
    view.description,
  ].filter(Boolean);
  const reward = rewardOf(t, view);
  return (
    <section className={styles.sheet} aria-label={t('poster.title')}>
      <p className={`${styles.head} ${styles[view.type]}`}>{t(head)}</p>
      <div className={styles.photo}>
        <ReportPhoto
          sha256={view.photos[0]}
          alt={t('browse.photoOf', { name: nameOf(t, view) })}
          kind={view.subject.kind}
          size="full"
        />
      </div>
      <h2 className={styles.name}>{isPerson ? nameOf(t, view) : (view.title ?? nameOf(t, view))}</h2>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {reward && <p className={styles.reward}>{reward}</p>}
      {view.phoneNumber && <p className={styles.phone}>{view.phoneNumber}</p>}
      <div className={styles.foot}>
        <QrCode className={styles.code} text={address} label={t('poster.qr')} />
        <p>
          {t('poster.scan')} <b>{address}</b>
        </p>
      </div>
      <p className={styles.help}>{t('poster.call')}</p>
    </section>
  );
}
