import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** The quiet button that empties a form, and the question before it. */
export function ClearButton({ onClear }: { onClear: () => Promise<void> }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('form.clear')}
      </Button>
      <Dialog
        open={asking}
        title={t('form.clearTitle')}
        onClose={close}
        actions={
          <>
            <Button
              kind="danger"
              onClick={() => {
                close();
                void onClear();
              }}
            >
              {t('form.clear')}
            </Button>
            <Button kind="outlined" onClick={close}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t('form.clearText')}</p>
      </Dialog>
    </>
  );
}

/** Said in the place of the button, until something is typed: the way back. */
export function Cleared({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="brand"
      action={
        <button type="button" onClick={onUndo}>
          {t('post.undo')}
        </button>
      }
    >
      {t('post.cleared')}
    </Banner>
  );
}
