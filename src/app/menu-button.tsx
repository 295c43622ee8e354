import type { ReactNode } from 'react';
import styles from './menu.module.css';
import type { useDisclosure } from './use-disclosure.ts';

interface MenuButtonProps {
  menu: ReturnType<typeof useDisclosure>;
  /** Of what it opens. */
  controls: string;
  label: string;
  children: ReactNode;
}

/** The round button of a menu. */
export function MenuButton({ menu: { open, button, toggle }, controls, label, children }: MenuButtonProps) {
  return (
    <button
      ref={button}
      type="button"
      className={styles.button}
      aria-expanded={open}
      aria-controls={controls}
      onClick={toggle}
    >
      <span className="unseen">{label}</span>
      {children}
    </button>
  );
}
