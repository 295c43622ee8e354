/**
 * How many files a run has at once, and in what order: the longest begin first, so that none is left to run alone at the
 * end. Vitest itself knows how long a file takes only where it ran before, and a fresh clone knows nothing.
 */

import type { TestSequencer, TestSpecification } from 'vitest/node';

/** Files that drive browsers at once, each with a phone of its own: most of their time they wait for a disk or a network. */
export const BROWSER_FILES = 4;

/** The longest of each suite, longest first; `npm test` names the slowest files at its end. What is not here comes later. */
const LONGEST = [
  // Those that mostly wait beside those that mostly compute.
  ...[
    'faults/vault',
    'faults/mix',
    'e2e/scan',
    'e2e/canary',
    'e2e/axe',
    'faults/network',
    'faults/phone',
    'faults/storage',
  ],
  ...['e2e/reach', 'faults/updates', 'e2e/accounts', 'e2e/privacy', 'e2e/offline-maps', 'e2e/post', 'faults/many'],
  ...['e2e/axe-screens', 'faults/status', 'e2e/axe-more-screens', 'e2e/claims-chat', 'e2e/browse', 'faults/kills'],
  ...['e2e/offline', 'e2e/info', 'faults/cold-start', 'e2e/moderation', 'e2e/frame', 'faults/stale-chunk'],
  ...['e2e/story', 'e2e/scan-films', 'e2e/axe-scan'],
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
