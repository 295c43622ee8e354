import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/** `filled` is the one main action of a screen; `outlined` the second; `quiet` the rest; `danger` cannot be undone. */
export type ButtonKind = 'filled' | 'outlined' | 'quiet' | 'danger';

interface Looks {
  kind?: ButtonKind;
  icon?: IconName;
  /** As wide as its container, for the foot of a phone screen. */
  wide?: boolean;
  children: ReactNode;
}

interface ButtonProps extends Looks, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style' | 'children'> {
  /** Under way: it keeps its width and its focus, and takes no second press. */
  busy?: boolean;
}

const classOf = (kind: ButtonKind, wide: boolean) => `${styles.button} ${styles[kind]}${wide ? ` ${styles.wide}` : ''}`;

export function Button({ kind = 'filled', icon, wide = false, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(kind, wide)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner size="small" /> : icon && <Icon name={icon} size="small" />}
      <span>{children}</span>
    </button>
  );
}

/** A link that is as weighty as a button: `to` a page of ours, or `href` for `tel:` and `mailto:`. */
export function LinkButton({
  kind = 'filled',
  icon,
  wide = false,
  children,
  ...target
}: Looks & ({ to: string } | { href: string })) {
  const content = (
    <>
      {icon && <Icon name={icon} size="small" />}
      <span>{children}</span>
    </>
  );
  if ('to' in target) {
    return (
      <Link className={classOf(kind, wide)} to={target.to}>
        {content}
      </Link>
    );
  }
  return (
    <a className={classOf(kind, wide)} href={target.href}>
      {content}
    </a>
  );
}

interface FileButtonProps {
  icon?: IconName;
  /** As `accept` of an input. */
  accept?: string;
  multiple?: boolean;
  /** Which camera a phone opens for it, instead of its files. */
  capture?: 'environment';
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Asks for files; the same one may be chosen again. */
export function FileButton({ icon, accept, multiple, capture, onFiles, children }: FileButtonProps) {
  const id = useId();
  return (
    <span className={styles.file}>
      <label className={classOf('outlined', false)} htmlFor={id}>
        {icon && <Icon name={icon} size="small" />}
        <span>{children}</span>
      </label>
      <input
        id={id}
        className="unseen"
        type="file"
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          onFiles(files);
        }}
      />
    </span>
  );
}
