/** What a list shows, as it stands in the address: so that back, reload and a shared link bring the same. Pure. */

import * as z from 'zod/mini';
import { Sex } from '../../../../contract/details.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { MAX_AGE, MAX_TITLE } from '../../../../contract/limits.ts';
import { ItemCategory, type listReports, ReportSort, ReportType } from '../../../../contract/report.ts';

/** The two lists (A1): people, shown lost ones first, and things, shown found ones first. */
export type ListName = 'lost-peoples' | 'found-items';

export interface Filters {
  type: ReportType;
  q: string;
  region: string;
  category: z.infer<typeof ItemCategory> | undefined;
  sex: Sex | undefined;
  ageMin: number | undefined;
  ageMax: number | undefined;
  since: string;
  withReward: boolean;
  /** Undefined: the best match first where there are words, else the newest. */
  sort: ReportSort | undefined;
}

const MAX_WORDS = 80;
const Age = z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_AGE));

/** What the list shows when the address says nothing. */
export const defaultsOf = (list: ListName): Filters => ({
  type: list === 'lost-peoples' ? 'lost' : 'found',
  q: '',
  region: '',
  category: undefined,
  sex: undefined,
  ageMin: undefined,
  ageMax: undefined,
  since: '',
  withReward: false,
  sort: undefined,
});

/** An answer in the address that cannot be understood is as good as none. */
export function readFilters(list: ListName, params: URLSearchParams): Filters {
  const defaults = defaultsOf(list);
  const read = <T>(name: string, schema: z.ZodMiniType<T>): T | undefined => {
    const text = params.get(name);
    return text === null || text === '' ? undefined : (schema.safeParse(text).data ?? undefined);
  };
  const people = list === 'lost-peoples';
  return {
    type: read('type', ReportType) ?? defaults.type,
    q: (params.get('q') ?? '').slice(0, MAX_WORDS),
    region: (params.get('region') ?? '').slice(0, MAX_TITLE),
    category: people ? undefined : read('category', ItemCategory),
    sex: people ? read('sex', Sex) : undefined,
    ageMin: people ? read('ageMin', Age) : undefined,
    ageMax: people ? read('ageMax', Age) : undefined,
    since: read('since', z.iso.date()) ?? '',
    withReward: params.get('reward') === '1',
    sort: read('sort', ReportSort),
  };
}

/** Only what differs from the defaults: the address of a list nobody has narrowed is the bare one. */
export function writeFilters(list: ListName, filters: Filters): URLSearchParams {
  const defaults = defaultsOf(list);
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | undefined, usual: string | number | undefined) => {
    if (value !== undefined && value !== '' && value !== usual) params.set(name, String(value));
  };
  set('type', filters.type, defaults.type);
  set('q', filters.q.trim(), '');
  set('region', filters.region.trim(), '');
  set('category', filters.category, undefined);
  set('sex', filters.sex, undefined);
  set('ageMin', filters.ageMin, undefined);
  set('ageMax', filters.ageMax, undefined);
  set('since', filters.since, '');
  set('reward', filters.withReward ? '1' : '', '');
  set('sort', filters.sort, undefined);
  return params;
}

/** How many conditions of the panel are on; the type and the words are seen anyway. */
export function countFilters(list: ListName, filters: Filters): number {
  const params = writeFilters(list, filters);
  for (const seen of ['type', 'q', 'sort']) params.delete(seen);
  return params.size;
}

/** The call that the filters ask for. */
export function toInput(list: ListName, filters: Filters): InputOf<typeof listReports> {
  const { type, q, region, category, sex, ageMin, ageMax, since, withReward, sort } = filters;
  return {
    kind: list === 'lost-peoples' ? 'person' : 'item',
    type,
    ...(sort ? { sort } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
    ...(region.trim() ? { region: region.trim() } : {}),
    ...(category ? { category } : {}),
    ...(sex ? { sex } : {}),
    ...(ageMin === undefined ? {} : { ageMin }),
    ...(ageMax === undefined ? {} : { ageMax }),
    ...(since ? { since } : {}),
    ...(withReward ? { withReward: 'true' } : {}),
  };
}
