/** "Show once more that it is you", above whatever page asked for it: the call that wanted it then goes on. */

import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { Prove } from '../features/profile/prove.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

let asking: Promise<boolean> | undefined;

/** True when it was shown. Calls that want it at the same time ask once. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const end = (isProved: boolean) => {
      root.unmount();
      place.remove();
      asking = undefined;
      resolve(isProved);
    };
    root.render(
      <StrictMode>
        <Suspense>
          <ProveDialog onEnd={end} />
        </Suspense>
      </StrictMode>,
    );
  });
  return asking;
}

function ProveDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      title={t('passkey.proof')}
      onClose={() => onEnd(false)}
      actions={
        <Button kind="quiet" onClick={() => onEnd(false)}>
          {t('common.cancel')}
        </Button>
      }
    >
      <Prove onDone={() => onEnd(true)} isDialog />
    </Dialog>
  );
}
