import { useTranslation } from 'react-i18next';
import styles from './face-choices.module.css';
import { Photo } from './photo.tsx';

interface FaceChoicesProps {
  faces: readonly { photo: Blob }[];
  onChoose: (face: number) => void;
}

/** Several faces were in view: the user says who is meant. */
export function FaceChoices({ faces, onChoose }: FaceChoicesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.faces}>
      {faces.map(({ photo }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once and its order is its meaning
        <li key={index}>
          <button type="button" className={styles.face} onClick={() => onChoose(index)}>
            <Photo blob={photo} alt={t('scan.faceNumber', { number: index + 1 })} size="full" />
          </button>
        </li>
      ))}
    </ul>
  );
}
