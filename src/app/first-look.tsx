import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PageTitle } from '../ui/page-title.tsx';
import { DrawnRecord } from '../ui/record-look.tsx';
import { RecordSkeleton, Skeleton } from '../ui/skeleton.tsx';
import styles from './first-look.module.css';

interface Look {
  title: ParseKeys;
  sub?: ParseKeys;
  back?: '/';
  /** What comes under the heading. */
  body: 'list' | 'rows' | 'form' | 'scan';
}

/** The same addresses as in contract/first-looks.ts, which the build and the server go by. */
const LOOKS: Partial<Record<string, Look>> = {
  '/lost-peoples': { title: 'browse.peopleTitle', sub: 'browse.peopleSub', body: 'list' },
  '/found-items': { title: 'browse.itemsTitle', sub: 'browse.itemsSub', body: 'list' },
  '/face-recognition?add=lost': { title: 'form.headLost', sub: 'form.lead', back: '/', body: 'form' },
  '/face-recognition?add=found': { title: 'form.headFound', sub: 'form.lead', back: '/', body: 'form' },
  '/face-recognition': { title: 'scan.title', back: '/', body: 'scan' },
  '/outbox': { title: 'outbox.title', sub: 'outbox.emptyText', body: 'rows' },
  '/post-item': { title: 'post.title', sub: 'post.lead', back: '/', body: 'form' },
  '/login': { title: 'auth.login', sub: 'auth.loginSub', body: 'form' },
  '/register': { title: 'auth.registerTitle', sub: 'auth.registerSub', body: 'form' },
};

const RECORD = /^\/items\/([^/]+)$/;

/** What stands on the screen until the page has come: its own heading where it is a main page, and the outline of the rest. */
export function FirstLook() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const look = LOOKS[pathname + search] ?? LOOKS[pathname];
  const [, record] = RECORD.exec(pathname) ?? [];
  if (record !== undefined) return <DrawnRecord id={record} otherwise={<RecordSkeleton />} />;
  if (!look) return <Skeleton rows={4} />;
  const { title, sub, back, body } = look;
  return (
    <>
      {/* A picture of what comes: it is read out, and can be pressed, when it is there. */}
      <div inert aria-hidden="true">
        <PageTitle title={t(title)} {...(back && { back })}>
          {sub && t(sub)}
        </PageTitle>
        {body === 'list' && <Bars count={3} />}
        {body === 'form' && <Bars count={4} />}
        {body === 'scan' && (
          <div className={styles.stage}>
            <div className={styles.round} />
            <p>{t('scan.instruction')}</p>
          </div>
        )}
      </div>
      {(body === 'list' || body === 'rows') && <Skeleton rows={4} />}
    </>
  );
}

/** Where fields will be. */
const Bars = ({ count }: { count: number }) => (
  <div className={styles.bars}>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
      <div key={index} className={styles.bar} />
    ))}
  </div>
);
