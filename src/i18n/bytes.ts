const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Bytes as people read them, in the decimal units their data plan is sold in: "9.9 MB". The same in every language. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit >= 2 && value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

const NUMBERS = new Intl.NumberFormat('en-IN');

/** A count with Indian grouping: 1,23,456. Every language writes these digits. */
export const formatNumber = (value: number): string => NUMBERS.format(value);
