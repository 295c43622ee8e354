import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../contract/report.ts';
import { Badge } from './badge.tsx';
import { ListRow } from './card.tsx';
import { Photo } from './photo.tsx';
import styles from './record-row.module.css';
import { TimeAgo } from './time-ago.tsx';

/** A record of others in a line, with the small photo that this phone keeps of it. In words that each page has. */
export function RecordRow({ view, thumb }: { view: ReportView; thumb: Blob | undefined }) {
  const { t } = useTranslation();
  const { subject } = view;
  const person = subject.kind === 'person' ? subject : undefined;
  const name = person?.name ?? view.title ?? t('home.nameUnknown');
  const age = person && ageOf(t, person);
  const colour = subject.kind === 'person' ? subject.clothColor : subject.colour;
  const where = [colour, view.region].filter(Boolean).join(' · ');
  return (
    <ListRow
      lead={<Photo blob={thumb} alt={t('home.photoOf', { name })} kind={subject.kind} />}
      title={age ? `${name}, ${age}` : name}
      detail={
        <>
          {where && <span className={styles.where}>{where}</span>}
          <Badge tone={view.type}>{t(view.type === 'lost' ? 'home.lostBadge' : 'home.foundBadge')}</Badge>{' '}
          <TimeAgo at={view.createdAt} />
        </>
      }
      to={`/items/${view.id}`}
    />
  );
}

/** "71 years", or "60 to 70 years" when it was estimated; nothing when nobody knows. */
function ageOf(t: TFunction, person: { ageMin?: number | undefined; ageMax?: number | undefined }): string | undefined {
  const from = person.ageMin ?? person.ageMax;
  const to = person.ageMax ?? person.ageMin;
  if (from === undefined || to === undefined) return undefined;
  return from === to ? t('home.age', { age: from }) : t('home.ageRange', { from, to });
}
