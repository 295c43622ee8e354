import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The answers, the safe one last: it sits nearest to the thumb. */
  actions: ReactNode;
  /** Escape, or a press outside. It must mean "leave everything as it is". */
  onClose: () => void;
}

/** A question that must be answered before going on. The browser keeps the focus inside and gives it back. */
export function Dialog({ open, title, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    heading.current?.focus(); // not on an answer: the question comes first, and Enter must not say yes to it
    return () => dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press is on the backdrop; for keys the browser sends `cancel` on Escape
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== ref.current) return; // a file field says it too, when nothing else was chosen
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className={styles.body}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          <div className={styles.words}>{children}</div>
          <div className={styles.actions}>{actions}</div>
        </div>
      )}
    </dialog>
  );
}
