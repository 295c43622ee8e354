/** What a run's failures were, short enough to stand whole in the last screenful of a log of which only the end is kept. */

import { stripVTControlCharacters } from 'node:util';

/** Of Vitest's JSON report, what is read here. */
export interface TestReport {
  testResults: {
    name: string;
    /** Why the file itself failed: its import or a hook. */
    message?: string;
    status: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages?: string[] | null;
      meta?: { lastLook?: string };
    }[];
  }[];
}

/** Messages come first and are all there; what pages showed shares what is left. */
const MESSAGE_CHARS = 500;
const ALL_CHARS = 6000;

/**
 * One paragraph for each test or file that did not pass: its name, its error and the line it came from; then what the
 * browser's pages showed at that moment, where there was a browser.
 *
 * @param root the project's folder, which is left out of paths
 */
export function failuresOf(report: TestReport, root: string): string[] {
  const short = (text: string, chars: number): string =>
    stripVTControlCharacters(text).replaceAll(`${root}/`, '').replaceAll('file://', '').slice(0, chars);
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status !== 'passed');
    const name = short(file.name, MESSAGE_CHARS);
    if (tests.length === 0 && file.status !== 'passed')
      return [{ head: `✗ ${name}\n  ${short(file.message ?? '', MESSAGE_CHARS)}`, look: '' }];
    return tests.map(({ fullName, status, failureMessages, meta }) => ({
      head: `✗ ${name} ${fullName} (${status})\n  ${essence(short((failureMessages ?? []).join('\n'), 20_000))}`,
      look: meta?.lastLook ?? '',
    }));
  });
  const left = ALL_CHARS - failures.reduce((sum, { head }) => sum + head.length, 0);
  const each = Math.max(0, Math.floor(left / Math.max(1, failures.length)));
  return failures.map(({ head, look }) => (look ? `${head}\n  ${short(look, each)}` : head));
}

/** An error without its stack but for the first line of it that is in a test. */
function essence(message: string): string {
  const lines = message.split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const said = (stack < 0 ? lines : lines.slice(0, stack)).join('\n').slice(0, MESSAGE_CHARS);
  const from = lines.find((line) => /^\s+at .*tests\/.*\.test\.tsx?:/.test(line));
  return from ? `${said}\n  ${from.trim()}` : said;
}
