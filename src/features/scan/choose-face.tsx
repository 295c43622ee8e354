import { useTranslation } from 'react-i18next';
import type { FaceChoice } from '../../face/protocol.ts';
import { FaceChoices } from '../../ui/face-choices.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Several faces were before the camera. */
export function ChooseFace({ faces, onChoose }: { faces: readonly FaceChoice[]; onChoose: (face: number) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('scan.several')} focus>
        {t('scan.severalHint')}
      </PageTitle>
      <FaceChoices faces={faces} onChoose={onChoose} />
    </>
  );
}
