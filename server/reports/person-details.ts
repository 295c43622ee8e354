/**
 * What is asked first about a person, as it is stored and as a viewer may read it: the sex plain, for lists and candidates
 * are narrowed by it, all else as one text of JSON that is sealed with what an ended report gives up.
 */

import type { PersonDetails, Sex } from '../../contract/details.ts';

/**
 * What a stranger may read of a published adult: what anybody sees or hears of them, as the police print it on a notice.
 * All else would serve who wants to pass for a friend of the family or to find it, and is for who sees the whole record.
 */
const PUBLIC = ['sex', 'nickname', 'languages', 'heightCm', 'build', 'marks', 'carries'] as const;
/** Of a guarded record, beside age and clothes: no words, in which a name or a place may stand. */
const FIELD = ['sex', 'languages', 'heightCm', 'build'] as const satisfies readonly (typeof PUBLIC)[number][];
/** Those that anybody reads and that are free words. */
const PUBLIC_WORDS = ['nickname', 'marks', 'carries'] as const satisfies readonly (typeof PUBLIC)[number][];

export interface DetailColumns {
  sex: Sex | null;
  details: string | null;
}

/** An answer that was left empty is none. */
export function detailColumns({ sex, ...others }: PersonDetails): DetailColumns {
  const told = Object.entries(others).filter(
    ([, answer]) => answer !== '' && !(Array.isArray(answer) && !answer.length),
  );
  return { sex: sex ?? null, details: told.length === 0 ? null : JSON.stringify(Object.fromEntries(told)) };
}

/** Whatever of it is there. */
const read = ({ sex, details }: DetailColumns): PersonDetails => ({
  ...(sex === null ? {} : { sex }),
  ...(details === null ? {} : (JSON.parse(details) as PersonDetails)), // written by detailColumns
});

/** What may be read of it; absent where nothing may. */
export function detailsFor(columns: DetailColumns, sight: 'full' | 'public' | 'field'): { details?: PersonDetails } {
  const all = read(columns);
  const names: readonly string[] = sight === 'public' ? PUBLIC : FIELD;
  const seen =
    sight === 'full' ? all : Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return Object.keys(seen).length === 0 ? {} : { details: seen };
}

/** What a record is found by: never a word that who finds it may not read. */
export function publicWordsOf(columns: DetailColumns): string[] {
  const all = read(columns);
  return PUBLIC_WORDS.flatMap((name) => all[name] ?? []);
}

/** Whether others now read words that they did not read before. */
export function saysMore(before: DetailColumns, after: DetailColumns): boolean {
  const [was, is] = [read(before), read(after)];
  return PUBLIC_WORDS.some((name) => is[name] !== undefined && is[name] !== was[name]);
}
