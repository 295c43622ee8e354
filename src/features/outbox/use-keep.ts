import { useTranslation } from 'react-i18next';
import { useServices } from '../../services.ts';
import { showToast } from '../../ui/toasts.ts';

/** Queue what ends or moves a report, and send it; where this phone cannot keep it that is said, and `onKept` does not follow. */
export function useKeep(onKept?: () => void): (work: () => Promise<unknown>) => Promise<void> {
  const { t } = useTranslation();
  const { sync } = useServices();
  return async (work) => {
    try {
      await work();
    } catch (error) {
      console.error('It could not be kept', error);
      showToast(t('end.notAsked'), 'lost');
      return;
    }
    sync.wake();
    onKept?.();
  };
}
