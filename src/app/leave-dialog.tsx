import { useTranslation } from 'react-i18next';
import { useLeaving } from '../sync/leave.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Signing out would lose something, or leave it readable here: its owner says which. */
export function LeaveDialog() {
  const { t } = useTranslation();
  const question = useLeaving((state) => state.question);
  if (!question) return null;
  const { left, answer } = question;
  return (
    <Dialog
      open
      title={t('leave.title')}
      onClose={() => answer('stay')}
      actions={
        <>
          <Button kind="danger" wide onClick={() => answer('erase')}>
            {t('leave.erase')}
          </Button>
          <Button kind="outlined" wide onClick={() => answer('keep')}>
            {t('leave.keep')}
          </Button>
          <Button wide onClick={() => answer('stay')}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <ul>
        {left.unsealed > 0 && <li>{t('leave.unsealed', { count: left.unsealed })}</li>}
        {left.held > 0 && <li>{t('leave.held', { count: left.held })}</li>}
        {left.refused > 0 && <li>{t('leave.refused', { count: left.refused })}</li>}
        {left.drafts > 0 && <li>{t('leave.drafts', { count: left.drafts })}</li>}
        {left.scans > 0 && <li>{t('leave.scans', { count: left.scans })}</li>}
      </ul>
      <p>{t('leave.choice')}</p>
    </Dialog>
  );
}
