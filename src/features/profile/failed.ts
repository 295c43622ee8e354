/** What is said of a deed that failed. The cause is kept, not its words: those follow when the language is changed. */

import type { ParseKeys, TFunction } from 'i18next';
import { AppError } from '../../../contract/errors.ts';

export interface Failed {
  cause: unknown;
}

/** Why it failed, where the cause is one of ours; else the words of the deed. */
export function reasonOr(deed: ParseKeys, failed: Failed | undefined, t: TFunction): string | undefined {
  if (!failed) return undefined;
  return failed.cause instanceof AppError ? t(`errors.${failed.cause.code}.what`) : t(deed);
}

/** The words of the deed, a whole sentence, and after them why, where the cause is one of ours. */
export function deedAndReason(deed: ParseKeys, failed: Failed | undefined, t: TFunction): string | undefined {
  if (!failed) return undefined;
  if (!(failed.cause instanceof AppError)) return t(deed);
  return `${t(deed)} ${t('common.sentence', { text: t(`errors.${failed.cause.code}.what`) })}`;
}
