import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router-dom';
import { PageTitle } from '../ui/page-title.tsx';
import { DrawnRecord } from '../ui/record-look.tsx';
import { RecordSkeleton, Skeleton } from '../ui/skeleton.tsx';
import styles from './first-look.module.css';

interface Look {
  title: ParseKeys;
  sub?: ParseKeys;
  back?: '/';
  /** What comes under the heading. */
  body: 'list' | 'outbox' | 'form' | 'scan';
  /** What its first fields ask; without words where that depends. */
  fields?: readonly { label?: ParseKeys; hint?: ParseKeys }[];
}

const FORM = { body: 'form', fields: [{}, {}, {}, {}] } as const;
/** Who has no account leaves a number; the others are not asked so early. */
const REACH = { label: 'form.phone', hint: 'form.phoneHint' } as const;
const LOST = [{}, { label: 'form.lostName' }, { label: 'form.lostAge' }, REACH] as const;
const FOUND = [{}, { label: 'form.foundName' }, { label: 'form.foundAge' }, {}] as const;

/** The same addresses as in contract/first-looks.ts, which the build and the server go by. */
const LOOKS: Partial<Record<string, Look>> = {
  '/lost-peoples': { title: 'browse.peopleTitle', sub: 'browse.peopleSub', body: 'list' },
  '/found-items': { title: 'browse.itemsTitle', sub: 'browse.itemsSub', body: 'list' },
  '/face-recognition?add=lost': { title: 'form.headLost', sub: 'form.lead', back: '/', body: 'form', fields: LOST },
  '/face-recognition?add=found': { title: 'form.headFound', sub: 'form.lead', back: '/', body: 'form', fields: FOUND },
  '/face-recognition': { title: 'scan.title', back: '/', body: 'scan' },
  '/outbox': { title: 'outbox.title', sub: 'outbox.emptyText', body: 'outbox' },
  '/post-item': { title: 'post.title', sub: 'post.lead', back: '/', ...FORM },
  '/login': { title: 'auth.login', sub: 'auth.loginSub', ...FORM },
  '/register': { title: 'auth.registerTitle', sub: 'auth.registerSub', ...FORM },
};

/** Who is not known is sent to sign in from the pages for those who are (src/app/guard.tsx). */
const SENT_AWAY: Look = { title: 'auth.login', sub: 'auth.again', ...FORM };
const UNKNOWN: Partial<Record<string, Look>> = { '/post-item': SENT_AWAY };

const RECORD = /^\/items\/([^/]+)$/;

/** What stands on the screen until the page has come: its own heading where it is a main page, and the outline of the rest. */
export function FirstLook() {
  const { pathname, search, state } = useLocation() as Location<{ from?: unknown } | null>; // set by the guard
  const look = pathname === '/login' && state?.from ? SENT_AWAY : (LOOKS[pathname + search] ?? LOOKS[pathname]);
  const unknown = UNKNOWN[pathname];
  const [, record] = RECORD.exec(pathname) ?? [];
  if (record !== undefined) return <DrawnRecord id={record} otherwise={<RecordSkeleton />} />;
  if (!look) return <Skeleton rows={4} />;
  if (!unknown) return <Drawn {...look} />;
  return (
    <>
      <div className={styles.unknown}>
        <Drawn {...unknown} />
      </div>
      <div className={styles.known}>
        <Drawn {...look} />
      </div>
    </>
  );
}

function Drawn({ title, sub, back, body, fields = [] }: Look) {
  const { t } = useTranslation();
  return (
    <>
      {/* A picture of what comes: it is read out, and can be pressed, when it is there. */}
      <div inert aria-hidden="true">
        <PageTitle title={t(title)} {...(back && { back })}>
          {sub && t(sub)}
        </PageTitle>
        {body === 'list' && <Fields fields={[{}, {}, {}]} />}
        {body === 'form' && <Fields fields={fields} />}
        {body === 'scan' && (
          <div className={styles.stage}>
            <div className={styles.round} />
            <p>{t('scan.instruction')}</p>
          </div>
        )}
      </div>
      {body === 'list' && <Skeleton rows={4} />}
      {body === 'outbox' && (
        <>
          <Skeleton rows={3} />
          <p inert aria-hidden="true" className={styles.copies}>
            {t('outbox.copyText')}
          </p>
        </>
      )}
    </>
  );
}

/** Where fields will be. */
const Fields = ({ fields }: { fields: NonNullable<Look['fields']> }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.bars}>
      {fields.map(({ label, hint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <div key={index}>
          {label && <p className={styles.label}>{t(label)}</p>}
          <div className={styles.bar} />
          {hint && <p className={styles.hint}>{t(hint)}</p>}
        </div>
      ))}
    </div>
  );
};
