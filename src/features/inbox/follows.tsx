import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { MAX_TITLE } from '../../../contract/limits.ts';
import { follow, type listFollows, unfollow } from '../../../contract/notice.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './inbox.module.css';

type Followed = OutputOf<typeof listFollows>['data'][number];

/** The reports and places one is told about. One tap stops it, another follows again. */
export function Follows() {
  const { t } = useTranslation();
  const read = useRead('listFollows', {});
  // What was stopped here stays on the screen until the page is left, to be taken back.
  const [stopped, setStopped] = useState<readonly Followed[]>([]);
  const follows = read.data?.data ?? [];
  const gone = stopped.filter((one) => !follows.some((other) => isSame(one, other)));
  return (
    <section className={styles.section} aria-labelledby="follows">
      <h2 id="follows">{t('inbox.follows')}</h2>
      {!read.data &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('inbox.followsNotRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={2} />
        ))}
      {read.data && follows.length + gone.length === 0 && <p className={styles.quiet}>{t('inbox.followsNone')}</p>}
      <ul className={styles.follows}>
        {[...follows, ...gone].map((one) => (
          <Row
            key={one.reportId ?? one.region ?? one.id}
            one={one}
            isStopped={gone.includes(one)}
            onStopped={() => setStopped((before) => [...before.filter((other) => !isSame(one, other)), one])}
          />
        ))}
      </ul>
      <FollowPlace />
    </section>
  );
}

const isSame = (one: Followed, other: Followed): boolean =>
  one.reportId === other.reportId && one.region === other.region;

/** Follow or stop: asked of the server at once; it is no loss when it fails, and says so. */
function useChange() {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  return async (work: 'stop' | 'start', one: Pick<Followed, 'reportId' | 'region'> & { id?: string }) => {
    const { id, reportId, region } = one;
    const opId = crypto.randomUUID();
    try {
      if (work === 'start')
        await api.call(follow, { opId, ...(reportId ? { reportId } : {}), ...(region ? { region } : {}) }, { opId });
      else if (id) await api.call(unfollow, { id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('details.followFailed'), 'lost');
      return false;
    }
    await refresh('listFollows');
    return true;
  };
}

function Row({ one, isStopped, onStopped }: { one: Followed; isStopped: boolean; onStopped: () => void }) {
  const { t } = useTranslation();
  const change = useChange();
  const [busy, setBusy] = useState(false);
  const name = one.region ?? one.title ?? t('chat.noTitle');

  async function press(): Promise<void> {
    setBusy(true);
    if ((await change(isStopped ? 'start' : 'stop', one)) && !isStopped) onStopped();
    setBusy(false);
  }

  return (
    <li className={styles.follow}>
      <span className={styles.words}>
        {one.reportId && !isStopped ? <Link to={`/items/${one.reportId}`}>{name}</Link> : <b>{name}</b>}
        <span className={styles.when}>
          {isStopped ? t('inbox.stopped') : t(one.region ? 'inbox.ofPlace' : 'inbox.ofReport')}
        </span>
      </span>
      <Button
        kind="quiet"
        busy={busy}
        aria-label={t(isStopped ? 'inbox.startOf' : 'inbox.stopOf', { name })}
        onClick={() => void press()}
      >
        {t(isStopped ? 'inbox.start' : 'inbox.stop')}
      </Button>
    </li>
  );
}

/** To be told of every new report in a district or town. */
function FollowPlace() {
  const { t } = useTranslation();
  const change = useChange();
  const [region, setRegion] = useState('');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setMissing(region.trim() === '');
    if (region.trim() === '') return;
    setBusy(true);
    if (await change('start', { region: region.trim() })) setRegion('');
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void add(event)}>
      <Field
        label={t('inbox.place')}
        hint={t('inbox.placeHint')}
        error={missing ? t('inbox.placeNeeded') : undefined}
        action={
          <Button type="submit" kind="outlined" icon="plus" busy={busy}>
            {t('inbox.followPlace')}
          </Button>
        }
      >
        {(control) => (
          <input
            {...control}
            maxLength={MAX_TITLE}
            value={region}
            onChange={(event) => setRegion(event.target.value)}
          />
        )}
      </Field>
    </form>
  );
}
