import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../../contract/endpoint.ts';
import type { listLooks } from '../../../../contract/moderation.ts';
import { useRead } from '../../../api/use-read.ts';
import { formatDayAndTime } from '../../../i18n/relative-time.ts';
import { NotRead } from '../../../ui/reading-note.tsx';
import styles from './history.module.css';

type Look = OutputOf<typeof listLooks>['data'][number];

/** For its owner: who looked at more of the report than everyone may, and whose face search found it, the newest first. */
export function Looks({ id }: { id: string }) {
  const { t } = useTranslation();
  const read = useRead('listLooks', { id });
  const looks = read.data;
  const now = new Date();
  return (
    <section aria-labelledby="looks">
      <h2 id="looks">{t('looks.title')}</h2>
      {!looks && (read.isError || read.fetchStatus === 'paused') && (
        <NotRead what={t('looks.notRead')} onAgain={() => void read.refetch()} />
      )}
      {looks?.data.length === 0 && <p>{t('looks.none')}</p>}
      {looks && looks.data.length > 0 && (
        <ol className={styles.looks}>
          {looks.data.map((look) => (
            <li key={`${look.at} ${look.what} ${look.role}`}>
              <b>{whoOf(t, look)}</b> {t(`looks.what.${look.what}`)}
              {look.reason && <span className={styles.reason}>{t(`whole.reasons.${look.reason}`)}</span>}
              <time className={styles.at} dateTime={look.at}>
                {formatDayAndTime(t, new Date(look.at), now)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {looks?.more && <p>{t('looks.more')}</p>}
    </section>
  );
}

/** An office by its station; of all others only whether they had an account. */
function whoOf(t: TFunction, { role, station }: Look): string {
  const who = t(`looks.role.${role === 'poster' || role === 'finder' ? 'somebody' : role}`);
  return station ? `${who}, ${station}` : who;
}
