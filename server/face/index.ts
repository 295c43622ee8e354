/** All faces the server may compare, in memory, kept up to date from the change feed by every process for itself. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ReportStatus } from '../../contract/report.ts';
import { type Entry, type Gallery, type GalleryChange, type Hit, openGallery } from '../../match/gallery.ts';
import { withFused } from '../../match/template.ts';
import { endOfFeed, readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { isComparable } from '../reports/projection.ts';
import { byReport, type Reference, readReferences, referencesOf } from '../reports/references.ts';
import { isVeiled } from '../reports/rules.ts';

/**
 * `all`: for officers and moderators. `agreed`: those that anyone's probe is compared with (isComparable). `scans`: those that
 * were kept of scans, which stand in neither: they meet who is reported missing, and nobody's search.
 */
export type Pool = 'all' | 'agreed' | 'scans';

export interface FaceIndex {
  /**
   * Bring it up to date and search a pool; best first, one hit a report. Until it is loaded, a search waits for that.
   * `searched`: how many are in the pool, and would be if nobody were veiled. Whoever counts before and after does not learn
   * that somebody was protected, or objects.
   */
  search(probe: Uint8Array, limit: number, pool: Pool): Promise<{ hits: Hit[]; searched: number }>;
  /** Load it, so that the first who searches need not wait; what fails is told, and tried again. */
  load(onError: (error: unknown) => void): Promise<void>;
  /** It has been loaded once. */
  readonly loaded: boolean;
  /** Before the database is closed: what is being read is given up. */
  close(): Promise<void>;
}

/** What is searched, and who is not because they are veiled: none of them is found, and they are counted. */
interface Searched {
  gallery: Gallery;
  veiled: Set<string>;
}
type Galleries = Record<Pool, Searched>;

/** Reports in these states are looked for; a report that is waiting for review already is. */
const SEARCHED: readonly ReportStatus[] = ['pending_review', 'published', 'appealed'];
const PAGE = 1000;
const AGAIN_MS = 5000;
const POOLS: readonly Pool[] = ['all', 'agreed', 'scans'];

export async function openFaceIndex(db: Db): Promise<FaceIndex> {
  let galleries: Galleries | undefined;
  let cursor = '';
  let refreshing: Promise<Galleries> | undefined;
  let closed = false;

  async function refresh(): Promise<Galleries> {
    for (let more = true; galleries && more; ) {
      const page = await readChanges(db, 'references', cursor, PAGE);
      if (page.reset) galleries = undefined;
      else await applyIds(db, galleries, page.ids);
      ({ cursor, more } = page);
    }
    return galleries ?? loadAll();
  }

  async function loadAll(): Promise<Galleries> {
    const end = await endOfFeed(db, 'references');
    const read: Reference[] = [];
    for await (const page of readReferences(db, end)) {
      if (closed) throw new Error('the face index was closed');
      read.push(...page);
    }
    const open = async (): Promise<Searched> => ({ gallery: (await openGallery()).gallery, veiled: new Set() });
    const made: Galleries = { all: await open(), agreed: await open(), scans: await open() };
    const people = [...byReport(read).values()];
    for (const pool of POOLS) {
      const entries = people.flatMap((references) => entryOf(references, pool));
      for (let at = 0; at < entries.length; at += PAGE) {
        made[pool].gallery.apply(entries.slice(at, at + PAGE).map((entry) => ({ kind: 'put', entry })));
        await nextTurn(); // others are served meanwhile
      }
      for (const references of people) countVeiled(made[pool], references, pool);
    }
    [galleries, cursor] = [made, end.cursor];
    return made;
  }

  async function upToDate(): Promise<Galleries> {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    get loaded() {
      return galleries !== undefined;
    },
    async load(onError) {
      while (!galleries && !closed) {
        await upToDate().catch(async (error: unknown) => {
          if (closed) return;
          onError(error);
          await wait(AGAIN_MS, undefined, { ref: false });
        });
      }
    },
    async search(probe, limit, pool) {
      // A refresh that began earlier may have read before the last commit: it is waited for, and then comes a new one.
      await refreshing?.catch(() => undefined);
      const { gallery, veiled } = (await upToDate())[pool];
      return { hits: gallery.search(probe, limit), searched: gallery.people + veiled.size };
    },
    async close() {
      closed = true;
      await refreshing?.catch(() => undefined);
    },
  };
}

async function applyIds(db: Db, galleries: Galleries, changed: readonly { id: string }[]): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const references = ids.length > 0 ? await referencesOf(db, ids) : new Map<string, Reference[]>();
  for (const pool of POOLS) {
    galleries[pool].gallery.apply(
      ids.map((id): GalleryChange => {
        const [entry] = entryOf(references.get(id) ?? [], pool);
        return entry ? { kind: 'put', entry } : { kind: 'drop', id };
      }),
    );
    for (const id of ids) {
      galleries[pool].veiled.delete(id);
      countVeiled(galleries[pool], references.get(id) ?? [], pool);
    }
  }
}

/** Among those who are counted and not found, whoever would be found if they were not veiled. */
function countVeiled({ veiled }: Searched, references: readonly Reference[], pool: Pool): void {
  const [first] = comparedIn(pool, references);
  if (first && isVeiled(first) && isIn({ ...first, hidden_at: null, hidden_for: null }, pool)) veiled.add(first.id);
}

function isIn(first: Reference, pool: Pool): boolean {
  if (first.closed || isVeiled(first) || !SEARCHED.includes(first.status)) return false;
  return first.kept_scan === (pool === 'scans') && (pool !== 'agreed' || isComparable(first));
}

const comparedIn = (pool: Pool, references: readonly Reference[]): readonly Reference[] =>
  pool === 'agreed' ? references.filter(({ office_only }) => !office_only) : references;

/** The references of one report as a gallery takes them, when it belongs there. */
function entryOf(references: readonly Reference[], pool: Pool): Entry[] {
  const compared = comparedIn(pool, references);
  const [first] = compared;
  if (!first || !isIn(first, pool)) return [];
  const updatedHour = Math.floor(first.created_at.getTime() / 3_600_000);
  const codes = withFused(compared.map(({ code }) => new Uint8Array(code)));
  return [{ id: first.id, type: first.type, updatedHour, codes }];
}
