/** A line of the table. */

export interface Line {
  what: string;
  /** None of what is counted. */
  unit: 'ms' | 'KB' | 'of 100 missing' | '';
  ours: number;
  peer?: { name: string; value: number };
  /** `ours` may not be above it. */
  limit?: number;
  /** What a reader must know to read the figure right. */
  note?: string;
}

/** Times as much as ours. */
export const ratioOf = ({ ours, peer }: Line): number | undefined => peer && peer.value / ours;

export const isOk = ({ ours, limit }: Line): boolean => limit === undefined || ours <= limit;

const HEAD = ['what', 'ours', 'peer', 'ratio', 'limit', 'ok'];

export function toTable(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const { what, unit, ours, peer, limit } = line;
    const ratio = ratioOf(line);
    return [
      what,
      `${figure(ours)} ${unit}`,
      peer ? `${figure(peer.value)} ${unit}  ${peer.name}` : '',
      ratio === undefined ? '' : `${figure(ratio)} x`,
      limit === undefined ? '' : `${figure(limit)} ${unit}`,
      limit === undefined ? '' : isOk(line) ? 'pass' : 'FAIL',
    ];
  });
  const widths = HEAD.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  const notes = lines.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : []));
  return [print(HEAD), print(rule), ...rows.map(print), ...(notes.length ? ['', ...notes] : [])].join('\n');
}

/** Three digits are what a time on a shared machine is worth. */
function figure(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
