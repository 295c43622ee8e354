import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { nameOf } from '../../../ui/report-words.ts';
import styles from './gallery.module.css';
import { ReportPhoto } from './report-photo.tsx';

/** The photos: one large, the others to choose from. */
export function Gallery({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const { photos, subject } = view;
  const total = photos.length;
  const number = Math.min(chosen, total - 1);
  return (
    <section className={styles.gallery} aria-label={t('details.photos')}>
      <div>
        <ReportPhoto
          key={photos[number] ?? 'none'}
          of={view.id}
          sha256={photos[number]}
          alt={t('browse.photoOf', { name: nameOf(t, view) })}
          kind={subject.kind}
          size="full"
        />
      </div>
      {total > 1 && (
        <ul className={styles.choices}>
          {photos.map((sha256, index) => (
            <li key={sha256}>
              <button
                type="button"
                className={styles.choice}
                aria-label={t('details.photo', { number: index + 1, total })}
                aria-pressed={index === number}
                onClick={() => setChosen(index)}
              >
                <ReportPhoto of={view.id} sha256={sha256} alt="" kind={subject.kind} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
