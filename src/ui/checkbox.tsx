import { useId } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** What follows from it, in a quiet line. */
  detail?: string;
}

/** A yes-or-no answer, large enough for a thumb. */
export function Checkbox({ checked, onChange, label, detail }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={detail ? `${id}-detail` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {detail && (
        <p id={`${id}-detail`} className={styles.detail}>
          {detail}
        </p>
      )}
    </div>
  );
}
