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

/** Two amounts in one unit, which is named once: "4.2" of "16.5 MB". */
export function formatShare(done: number, total: number): { done: string; total: string } {
  const whole = formatBytes(total);
  const unit = UNITS.findIndex((name) => whole.endsWith(` ${name}`));
  const value = Math.min(done, total) / 1000 ** unit;
  return { done: value.toFixed(unit >= 2 ? 1 : 0), total: whole };
}

/**
 * A whole number with Indian grouping: 1,23,456. Every language writes these digits. `Intl.NumberFormat` would take a slow
 * phone a tenth of a second before the first one.
 */
export const formatNumber = (value: number): string => String(value).replaceAll(/\d(?=(?:\d\d)+\d$)/g, '$&,');
