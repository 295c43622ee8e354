import styles from './chips.module.css';

interface ChipsProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  /** What was chosen is pressed once more to take it back. */
  onPress: (value: T) => void;
}

/** One or several answers out of a few, each one tap; none need be given. */
export function Chips<T extends string>({ legend, options, chosen, onPress }: ChipsProps<T>) {
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.row}>
        {options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={chosen.includes(value)}
            onClick={() => onPress(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
