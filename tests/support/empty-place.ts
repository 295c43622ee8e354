/** Where a server without records starts at once. */

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type {} from './postgres-setup.ts';

/** A folder with an empty database to start servers `from`, and a built app of one page; making one takes seconds. */
export function emptyPlace(dir: string): { from: string; settings: Record<string, string> } {
  const [from, dist] = [join(dir, 'from'), join(dir, 'dist')];
  mkdirSync(join(dist, 'app'), { recursive: true });
  writeFileSync(join(dist, 'app/index.html'), '<!doctype html><title>Wapsi</title>');
  mkdirSync(from, { recursive: true });
  cpSync(inject('pgliteTemplate'), join(from, 'database'), { recursive: true });
  return { from, settings: { DEMO: '0', REVIEW: 'at-once', REPORT_LIMIT: '1000000', DIST_DIR: dist } };
}
