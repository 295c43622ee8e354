import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type Consents, consentsOf, type Purpose } from '../../../contract/consent.ts';
import { mayBeChild } from '../../../contract/person.ts';
import { MakerSecret, type ReportView } from '../../../contract/report.ts';
import { useLinkSecret } from '../../platform/use-link-secret.ts';
import { useServices } from '../../services.ts';
import { changeConsent } from '../../store/own/consents.ts';
import { type End, endOwnReport, isEnding } from '../../store/own/ending.ts';
import { findOwnReport } from '../../store/own/made.ts';
import { countPending } from '../../store/own/writes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConsentChoices } from '../../ui/consents.tsx';
import { EndReport } from '../../ui/end-report.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { shareLink } from '../../ui/share-link.ts';
import { showToast } from '../../ui/toasts.ts';
import { Mine } from './mine.tsx';
import styles from './mine-page.module.css';
import { useKeep } from './use-keep.ts';

/**
 * /mine/:id: a report that was posted without an account. On the phone that posted it by what the phone keeps, so that no
 * address there holds the secret; on another by the link, which has it behind the #.
 */
export function Page() {
  const { id = '' } = useParams();
  const { text, hash } = useLinkSecret(id);
  const { t } = useTranslation();
  const { db } = useServices();
  // Once: when it is erased this phone forgets it, and the page still says so.
  const [own, setOwn] = useState<{ secret: string | undefined }>();
  useEffect(() => {
    void findOwnReport(db, id)
      .catch((error: unknown) => void console.warn('What this phone keeps of it could not be read', error))
      .then((report) => setOwn({ secret: report?.secret }));
  }, [db, id]);
  const secret = MakerSecret.safeParse(text || own?.secret);
  const isRead = text !== '' || own !== undefined;
  return (
    <div className={styles.page}>
      <PageTitle title={t('mine.title')} />
      {secret.success && <BySecret key={secret.data} {...{ id, hash }} secret={secret.data} />}
      {!secret.success && isRead && (
        <Banner tone="lost" icon="alert">
          {t('mine.broken')}
        </Banner>
      )}
    </div>
  );
}

function BySecret({ id, secret, hash }: { id: string; secret: string; hash: string }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const [view, setView] = useState<ReportView>();
  const pending = useLiveQuery(() => countPending(db, id), [db, id]) ?? 0;
  const ends = useLiveQuery(() => isEnding(db, id), [db, id]);

  const keep = useKeep();
  const end = (how: End) =>
    keep(async () => {
      const number = view?.number ?? '';
      await endOwnReport(db, { entityId: id, secret, label: number, number }, how, Date.now());
      if (how === 'erased') setView(undefined);
    });
  const isUp = view && view.status !== 'withdrawn' && view.status !== 'resolved';
  return (
    <>
      {view && (
        <p>
          <b>{nameOf(t, view)}</b> <span className={styles.number}>{view.number}</span>
        </p>
      )}
      {pending > 0 && <Banner tone="wait">{t('mine.waits')}</Banner>}
      <Mine level={2} {...{ id, secret, hash }} gone={t('mine.gone')} onRead={setView} />
      {ends && <p>{t('end.asked')}</p>}
      {view && !ends && <MinesConsents {...{ view, secret }} />}
      {view && <Give link={`${location.origin}/mine/${id}#${secret}`} />}
      {view && !ends && <EndReport mayWithdraw={isUp === true} onEnd={end} />}
    </>
  );
}

/** A yes is taken back where it was given; the switch stands as it was pressed until the server has said how it is. */
function MinesConsents({ view, secret }: { view: ReportView; secret: string }) {
  const { db } = useServices();
  const { t } = useTranslation();
  const [pressed, setPressed] = useState<Partial<Consents>>({});
  const keep = useKeep(() => showToast(t('details.saved'), 'wait'));
  const change = (purpose: Purpose, yes: boolean) =>
    keep(async () => {
      const report = { entityId: view.id, secret, label: view.number ?? '' };
      await changeConsent(db, report, purpose, yes, Date.now());
      setPressed((before) => ({ ...before, [purpose]: yes }));
    });
  if (!view.consents || (view.subject.kind === 'person' && view.type === 'found')) return null;
  const given = { ...consentsOf(undefined), ...view.consents, ...pressed };
  const of = view.subject.kind === 'item' ? 'item' : mayBeChild(view.subject.ageMin) ? 'child' : 'adult';
  return <ConsentChoices of={of} given={given} onChange={(...which) => void change(...which)} />;
}

/** Its link for another phone, which holds nothing of it yet. */
function Give({ link }: { link: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);

  if (!isShown)
    return (
      <Button kind="outlined" icon="share" onClick={() => setShown(true)}>
        {t('outbox.mine.open')}
      </Button>
    );
  return (
    <section aria-labelledby="give">
      <h2 id="give">{t('outbox.mine.open')}</h2>
      <p>{t('mine.giveText')}</p>
      <p>{t('mine.text')}</p>
      <QrCode className={styles.code} text={link} label={t('mine.code')} />
      <Button kind="outlined" icon="share" onClick={() => void shareLink(t, { url: link })}>
        {t('mine.send')}
      </Button>
    </section>
  );
}
