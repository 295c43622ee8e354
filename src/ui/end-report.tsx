import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type End = 'withdrawn' | 'erased';

interface EndReportProps {
  /** Absent of one that nobody finds any more: only erasing it is left. */
  mayWithdraw: boolean;
  onEnd: (how: End) => Promise<void>;
}

/** Its maker takes a report back. Asks first, and says what goes and what stays. */
export function EndReport({ mayWithdraw, onEnd }: EndReportProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<End>();
  const [isBusy, setBusy] = useState(false);

  async function end(how: End): Promise<void> {
    setBusy(true);
    await onEnd(how).finally(() => setBusy(false));
    setAsked(undefined);
  }
  return (
    <>
      {mayWithdraw && (
        <Button kind="outlined" onClick={() => setAsked('withdrawn')}>
          {t('end.withdrawn.do')}
        </Button>
      )}
      <Button kind="danger" icon="trash" onClick={() => setAsked('erased')}>
        {t('end.erased.do')}
      </Button>
      {asked && (
        <Dialog
          open
          title={t(`end.${asked}.title`)}
          onClose={() => setAsked(undefined)}
          actions={
            <>
              <Button kind="danger" busy={isBusy} onClick={() => void end(asked)}>
                {t(`end.${asked}.do`)}
              </Button>
              <Button kind="outlined" onClick={() => setAsked(undefined)}>
                {t('common.keep')}
              </Button>
            </>
          }
        >
          <p>{t(`end.${asked}.goes`)}</p>
          <p>{t(`end.${asked}.stays`)}</p>
          <p>{t('end.offline')}</p>
        </Dialog>
      )}
    </>
  );
}
