import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../../contract/errors.ts';
import { endpoints } from '../../../../contract/protocol.ts';
import { sharePath } from '../../../../contract/share.ts';
import { useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { shareLink } from '../../../ui/share-link.ts';
import { showToast } from '../../../ui/toasts.ts';
import { hasPoster } from '../poster/poster.ts';
import { FlagDialog } from './flag-dialog.tsx';
import styles from './tools.module.css';
import type { Details } from './use-details.ts';

/** Share it, make a poster of it, follow it, or say that something is wrong. */
export function Tools({ details }: { details: Details }) {
  const { t } = useTranslation();
  const { data: view, may, alert } = details;
  const [flagging, setFlagging] = useState(false);

  return (
    <div className={styles.tools}>
      {(hasPoster(view) || !alert) && <PassOn of={view} title={nameOf(t, view)} poster={hasPoster(view)} />}
      {may.includes('follow') && <FollowButton details={details} />}
      {may.includes('flag') && (
        <Button kind="quiet" icon="alert" onClick={() => setFlagging(true)}>
          {t('details.flag')}
        </Button>
      )}
      <FlagDialog view={view} open={flagging} onClose={() => setFlagging(false)} />
    </div>
  );
}

interface PassOnProps {
  of: { id: string; number?: string | undefined };
  title: string;
  poster: boolean;
}

/** By the page that opens without the app, and on paper. What the police ask for is passed on beside their words. */
export function PassOn({ of, title, poster }: PassOnProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        kind="outlined"
        icon="share"
        onClick={() => void shareLink(t, { title, url: location.origin + sharePath(of) })}
      >
        {t('details.share')}
      </Button>
      {poster && (
        <LinkButton kind="outlined" icon="photo" to={`/items/${of.id}/poster`}>
          {t('details.poster')}
        </LinkButton>
      )}
    </>
  );
}

/** To follow is asked of the server at once: it is no loss when it fails, and says so. */
function FollowButton({ details: { data: view, followed } }: { details: Details }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function change(): Promise<void> {
    setBusy(true);
    try {
      if (followed) {
        const { data } = await api.call(endpoints.listFollows, {});
        const mine = data.find(({ reportId }) => reportId === view.id);
        if (mine) await api.call(endpoints.unfollow, { id: mine.id });
      } else await api.call(endpoints.follow, { reportId: view.id, opId: crypto.randomUUID() });
      await refresh('getReport', { id: view.id });
      showToast(t(followed ? 'details.unfollowed' : 'details.followed'), 'found');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('details.followFailed'), 'lost');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button kind="outlined" icon={followed ? 'close' : 'plus'} busy={busy} onClick={() => void change()}>
      {t(followed ? 'details.unfollow' : 'details.follow')}
    </Button>
  );
}
