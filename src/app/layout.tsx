import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { isTask } from './pages.ts';
import { DeviceNotesSlot, StatusSlot, ToastSlot, UpdateSlot } from './slots.tsx';

/** The frame around every page: header, status line, the page, and where nobody is in the middle of a task footer and bar. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useNavigationFocus();
  const task = isTask(useLocation().pathname);
  return (
    <div className={task ? `${styles.frame} ${styles.task}` : styles.frame}>
      <a className={styles.skip} href="#content">
        {t('app.skip')}
      </a>
      <Header />
      <StatusSlot />
      <DeviceNotesSlot />
      <UpdateSlot />
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!task && <Footer />}
      {!task && <BottomBar />}
      <ToastSlot />
    </div>
  );
}

/** After a change of page, reading starts at its top, for eyes and for screen readers alike. */
function useNavigationFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for each new path, which it does not read
  useEffect(() => {
    if (key === 'default') return; // the page the browser itself opened
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
