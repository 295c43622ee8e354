import { useTranslation } from 'react-i18next';
import type { SightingFace } from '../../../contract/duty.ts';
import type { ReportView } from '../../../contract/report.ts';
import { useFile } from '../../api/use-file.ts';
import { useServices } from '../../services.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Photo } from '../../ui/photo.tsx';
import { nameOf } from '../../ui/report-words.ts';
import styles from './duty.module.css';

interface SightingProps {
  sighting: SightingFace;
  report: ReportView;
}

/** The photos that somebody sent of whom they saw, beside that of the record, and in words how alike they are. */
export function Sighting({ sighting: { face, photos, looksLike }, report }: SightingProps) {
  const { t } = useTranslation();
  const [own] = report.photos;
  return (
    <>
      {photos.length > 0 && (
        <div className={styles.pair}>
          <Shown
            of={report.id}
            sha256={own}
            title={t('duty.ofRecord')}
            alt={t('browse.photoOf', { name: nameOf(t, report) })}
          />
          {photos.map((sha256) => (
            <Shown key={sha256} sha256={sha256} title={t('duty.ofSighting')} alt={t('duty.ofSighting')} />
          ))}
        </div>
      )}
      <p>{t(`duty.seenFace.${face}`)}</p>
      {looksLike && (
        <>
          <p>{t('duty.looksLike')}</p>
          <div>
            <LinkButton kind="outlined" icon="person" to={`/items/${looksLike}`}>
              {t('duty.otherRecord')}
            </LinkButton>
          </div>
        </>
      )}
    </>
  );
}

interface ShownProps {
  /** The report whose photo it is. */
  of?: string;
  sha256: string | undefined;
  title: string;
  alt: string;
}

function Shown({ of, sha256, title, alt }: ShownProps) {
  const { api } = useServices();
  const blob = useFile(api, sha256, 'full', of);
  return (
    <figure className={styles.side}>
      <Photo blob={blob} alt={sha256 ? alt : ''} size="full" kind="person" />
      <figcaption>{title}</figcaption>
    </figure>
  );
}
