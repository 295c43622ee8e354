import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/bytes.ts';
import { Button } from './button.tsx';
import { Progress } from './progress.tsx';

interface TakeFacesProps {
  taking: { kind: 'idle' | 'failed' } | { kind: 'taking' | 'waiting'; doneBytes: number };
  /** Of all that is to be taken, as far as it is known. */
  totalBytes: number | undefined;
  /** Some of it is here. */
  isBegun: boolean;
  isDisabled?: boolean;
  onTake: () => void;
  onPause: () => void;
}

/** The one button for what a scan without a network needs, with its size; once pressed, how far it is and how to pause. */
export function TakeFaces({ taking, totalBytes, isBegun, isDisabled = false, onTake, onPause }: TakeFacesProps) {
  const { t } = useTranslation();
  if (taking.kind === 'taking' || taking.kind === 'waiting')
    return (
      <>
        <Progress
          label={t(taking.kind === 'waiting' ? 'offline.waiting' : 'offline.pack')}
          doneBytes={taking.doneBytes}
          {...(totalBytes !== undefined && { totalBytes })}
        />
        <Button kind="outlined" wide onClick={onPause}>
          {t('offline.pause')}
        </Button>
      </>
    );
  const size = totalBytes === undefined ? undefined : formatBytes(totalBytes);
  return (
    <Button wide icon="download" disabled={isDisabled} onClick={onTake}>
      {isBegun ? t('offline.goOn') : size === undefined ? t('offline.takePlain') : t('offline.take', { size })}
    </Button>
  );
}
