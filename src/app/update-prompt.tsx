import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasUnsaved } from '../platform/unsaved.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './prompt.module.css';
import { putOffUpdate, takeUpdate, useUpdate } from './update.ts';

/** Offers a new version. A form that is not finished is never thrown away without asking. */
export function UpdatePrompt() {
  const { t } = useTranslation();
  const { ready, taking } = useUpdate();
  const [asking, setAsking] = useState(false);
  if (!ready) return null;
  if (taking)
    return (
      <div className={styles.prompt}>
        <Banner tone="brand" icon="refresh">
          <b>{t('update.taking')}</b>
        </Banner>
      </div>
    );
  return (
    <div className={styles.prompt}>
      <Banner
        tone="brand"
        icon="refresh"
        action={
          <>
            <button type="button" onClick={putOffUpdate}>
              {t('update.later')}
            </button>
            <button type="button" onClick={() => (hasUnsaved() ? setAsking(true) : void takeUpdate())}>
              {t('update.accept')}
            </button>
          </>
        }
      >
        <b>{t('update.ready')}</b>
      </Banner>
      <Dialog
        open={asking}
        title={t('update.unsavedTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="danger" wide onClick={() => void takeUpdate()}>
              {t('update.unsavedGo')}
            </Button>
            <Button wide onClick={() => setAsking(false)}>
              {t('update.unsavedStay')}
            </Button>
          </>
        }
      >
        {t('update.unsavedText')}
      </Dialog>
    </div>
  );
}
