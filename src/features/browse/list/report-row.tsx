import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ListRow } from '../../../ui/card.tsx';
import { ageOf, nameOf } from '../../../ui/report-words.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { ReportPhoto } from '../details/report-photo.tsx';
import { colourOf, postedBy, rewardOf, typeOf } from '../words.ts';
import styles from './report-row.module.css';

/** A report in a list: name, region, reward, details, and who posted it (R145), as far as this viewer may know. */
export function ReportRow({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const name = nameOf(t, view);
  const age = ageOf(t, view);
  const where = [view.region, colourOf(view)].filter(Boolean).join(' · ');
  const about = [view.subject.kind === 'person' ? view.title : undefined, view.description].filter(Boolean).join('. ');
  const reward = rewardOf(t, view);
  const poster = postedBy(t, view);
  return (
    <ListRow
      to={`/items/${view.id}`}
      lead={
        <ReportPhoto
          of={view.id}
          sha256={view.photos[0]}
          alt={t('browse.photoOf', { name })}
          kind={view.subject.kind}
        />
      }
      title={age ? `${name}, ${age}` : name}
      detail={
        <>
          {where && <span className={styles.line}>{where}</span>}
          {about && <span className={styles.about}>{about}</span>}
          {poster && <span className={styles.line}>{poster}</span>}
          <span className={styles.marks}>
            <Badge tone={view.type}>{typeOf(t, view)}</Badge>
            {reward && <Badge tone="wait">{reward}</Badge>}
            {view.mine && <Badge tone="plain">{t('browse.yours')}</Badge>}
            {view.hidden && <Badge tone="plain">{t('browse.hidden')}</Badge>}
            <TimeAgo at={view.createdAt} />
          </span>
        </>
      }
    />
  );
}
