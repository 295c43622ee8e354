import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWN_RECORD } from '../../contract/first-looks.ts';
import { PageTitle } from './page-title.tsx';
import { RecordSkeleton } from './skeleton.tsx';

/** The first look of a public record, as the build draws it; the server puts the record's own words and photo into it. */
export const RecordLook = () => (
  // A picture of what comes: it is read out, and can be pressed, when it is there.
  <div inert aria-hidden="true" data-record={DRAWN_RECORD.id}>
    <PageTitle title={DRAWN_RECORD.title} back="/" />
    <RecordSkeleton photo={DRAWN_RECORD.photo} />
  </div>
);

/** What the server drew of the record that the browser opened; read before the app draws in its place. */
const drawn = typeof document === 'undefined' ? null : document.querySelector<HTMLElement>('[data-record]');

const holdDrawn = (box: HTMLElement | null): void => {
  if (drawn) box?.append(drawn);
};

/** That picture again, until the record itself is there; the outline of one where the server drew none. */
export function DrawnRecord({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { t } = useTranslation();
  if (drawn?.dataset.record !== id) return otherwise;
  return (
    <>
      <span role="status" className="unseen">
        {t('common.loading')}
      </span>
      <div ref={holdDrawn} />
    </>
  );
}
