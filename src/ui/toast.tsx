import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_MS } from '../../contract/limits.ts';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';
import { closeToast, type Toast, useToasts } from './toasts.ts';

/** Where a toast appears: top right (R409), announced politely, gone after `TOAST_MS` (R410) unless looked at. */
export function ToastRegion() {
  const toast = useToasts((state) => state.toast);
  return (
    <div className={styles.region} aria-live="polite">
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer over the text or focus within it holds the toast open; nothing here is pressed but the button
    <div
      className={`${styles.toast} ${styles[toast.tone]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{toast.text}</p>
      <button
        type="button"
        className={styles.close}
        aria-label={t('common.close')}
        onClick={() => closeToast(toast.id)}
      >
        <Icon name="close" size="small" />
      </button>
    </div>
  );
}
