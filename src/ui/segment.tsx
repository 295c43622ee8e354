import { useId } from 'react';
import styles from './segment.module.css';

interface SegmentProps<T extends string> {
  /** What is being chosen; heard, not seen, unless `shown`. */
  legend: string;
  shown?: boolean;
  value: T;
  options: readonly { value: T; label: string; lang?: string; tone?: 'lost' | 'found' }[];
  onChange: (value: T) => void;
}

/** A choice of two or three that changes what is shown below it. */
export function Segment<T extends string>({ legend, shown = false, value, options, onChange }: SegmentProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={shown ? styles.legend : 'unseen'}>{legend}</legend>
      <div className={styles.segment}>
        {options.map((option) => (
          <label key={option.value} className={`${styles.option} ${styles[option.tone ?? 'brand']}`}>
            <input
              className="unseen"
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
