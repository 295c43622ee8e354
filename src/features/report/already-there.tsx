import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { findThumb } from '../../store/others/records.ts';
import { List } from '../../ui/card.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import { alikeTo, type Written } from './alike.ts';
import styles from './already-there.module.css';

/** Whoever types is not interrupted at each letter. */
const PAUSE_MS = 500;

type Offered = Awaited<ReturnType<typeof lookFor>>;

/** Reports on this phone, as far as who writes may see them, that may be of the same person or thing. */
export function AlreadyThere(written: Written) {
  const { t } = useTranslation();
  const { db } = useServices();
  const [offered, setOffered] = useState<Offered>([]);
  const key = JSON.stringify(written);
  useEffect(() => {
    let isOver = false;
    const soon = setTimeout(() => {
      lookFor(db, JSON.parse(key)).then(
        (found) => {
          if (!isOver) setOffered(found);
        },
        (error: unknown) => console.error('The reports on this device cannot be read', error),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(soon);
    };
  }, [db, key]);
  return (
    <div role="status" className={styles.alike}>
      {offered.length > 0 && (
        <>
          <p>
            <b>{t('form.alike')}</b> {t('form.alikeText')}
          </p>
          <List>
            {offered.map(({ view, thumb }) => (
              <RecordRow key={view.id} view={view} thumb={thumb} />
            ))}
          </List>
        </>
      )}
    </div>
  );
}

async function lookFor(db: LocalDb, written: Written) {
  const rows = await db.record.filter(({ view }) => view.subject.kind === written.kind).toArray();
  const alike = alikeTo(
    written,
    rows.map(({ view }) => view),
  );
  return Promise.all(alike.map(async (view) => ({ view, thumb: await findThumb(db, view) })));
}
