import { useTranslation } from 'react-i18next';
import type { FaceChoice } from '../../face/protocol.ts';
import { Photo } from '../../ui/photo.tsx';
import styles from './choose-face.module.css';

/** Several faces were in view: the user says who is meant. */
export function ChooseFace({ faces, onChoose }: { faces: readonly FaceChoice[]; onChoose: (face: number) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="choose-face">
      <h2 id="choose-face">{t('scan.several')}</h2>
      <p>{t('scan.severalHint')}</p>
      <ul className={styles.faces}>
        {faces.map((face, index) => (
          <li key={`${face.box.x} ${face.box.y}`}>
            <button type="button" className={styles.face} onClick={() => onChoose(index)}>
              <Photo blob={face.photo} alt={t('scan.faceNumber', { number: index + 1 })} size="full" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
