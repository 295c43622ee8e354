import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FaceChoices } from './face-choices.tsx';

interface FaceQuestionProps {
  /** None: nothing is asked. */
  faces: readonly { photo: Blob }[] | undefined;
  /** Which of them it is; undefined when it is none. */
  onAnswer: (face: number | undefined) => void;
}

/** A photo of a report shows several people: whom is it about? */
export function FaceQuestion({ faces, onAnswer }: FaceQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={faces !== undefined}
      title={t('scan.several')}
      onClose={() => onAnswer(undefined)}
      actions={
        <Button kind="outlined" onClick={() => onAnswer(undefined)}>
          {t('form.noneOfThem')}
        </Button>
      }
    >
      <p>{t('form.severalHint')}</p>
      {faces && <FaceChoices faces={faces} onChoose={onAnswer} />}
    </Dialog>
  );
}
