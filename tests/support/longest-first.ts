/**
 * How many files a run has at once, and in what order: the longest begin first, so that none is left to run alone at the
 * end. Vitest itself knows how long a file takes only where it ran before, and a fresh clone knows nothing.
 */

import type { TestSequencer, TestSpecification } from 'vitest/node';

/**
 * Files that drive browsers at once, each with a phone of its own: most of their time they wait for a disk, a network or a
 * clock. Of a film or a fault a file computes for a third of its time, of a walk over screens for half: more than four fill
 * two cores. Where a new process costs much two fill them, and with more of them a film stands still.
 */
export const BROWSER_FILES = isSlow() ? 2 : 4;

/** Files without a browser: some wait for a clock or a disk while others compute, one more at a time than there are cores. */
export const NODE_FILES = isSlow() ? 2 : 3;

/**
 * Whether memory that is touched for the first time is dear here, as on some virtual machines: 15 µs a page were seen, where
 * others take less than one. What starts browsers by the dozen touches little else. All processes of a run are of one mind.
 */
function isSlow(): boolean {
  process.env.WAPSI_SLOW ??= pageUs() > 5 ? 'yes' : 'no';
  return process.env.WAPSI_SLOW === 'yes';
}

function pageUs(): number {
  const [pages, pageBytes] = [4096, 4096];
  const began = performance.now();
  const memory = Buffer.allocUnsafeSlow(pages * pageBytes);
  for (let at = 0; at < memory.length; at += pageBytes) memory[at] = 1;
  return ((performance.now() - began) * 1000) / pages;
}

/** The longest of each suite, longest first; `npm test` names the slowest files at its end. What is not here comes later. */
const LONGEST = [
  // A browser that films must not wait for its turn, so those that film begin beside those that mostly wait; then those that
  // wait go beside those that mostly compute.
  ...[
    'faults/vault',
    'e2e/scan-films',
    'faults/network',
    'e2e/scan-form',
    'faults/phone',
    'e2e/story',
    'faults/storage',
  ],
  ...['e2e/axe-scan', 'faults/mix', 'faults/handover', 'e2e/scan', 'faults/updates', 'e2e/canary', 'e2e/axe-screens'],
  ...['e2e/post', 'e2e/accounts', 'e2e/axe-more-screens', 'e2e/privacy', 'e2e/offline-maps', 'e2e/info', 'e2e/axe'],
  ...['faults/kills', 'e2e/reach', 'e2e/browse', 'e2e/payloads', 'faults/many', 'e2e/moderation', 'e2e/claims-chat'],
  ...['e2e/offline', 'faults/status', 'e2e/readiness', 'e2e/frame', 'faults/drafts', 'faults/cold-start', 'e2e/map'],
  ...['faults/eviction', 'faults/stale-chunk'],
  ...['integration/backup', 'integration/auth', 'integration/db-open', 'integration/kills', 'integration/power-cut'],
  ...['integration/batches', 'integration/memory-short', 'integration/database-away', 'integration/damaged-files'],
].map((name) => `/tests/${name}.test.ts`);

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((end) => moduleId.endsWith(end));
  return place < 0 ? LONGEST.length : place;
}

export class LongestFirst implements TestSequencer {
  /** A run is never one of several parts. */
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  /** Groups of projects run one after the other; within one, files of a project stay together. */
  sort(files: TestSpecification[]): TestSpecification[] {
    const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return files.toSorted(
      (a, b) =>
        groupOf(a) - groupOf(b) ||
        a.project.name.localeCompare(b.project.name) ||
        placeOf(a) - placeOf(b) ||
        a.moduleId.localeCompare(b.moduleId),
    );
  }
}
