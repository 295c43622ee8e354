/** What is said of a passkey that could not be used, added or removed. The words follow when the language is changed. */

import type { ParseKeys } from 'i18next';
import { AppError } from '../../../contract/errors.ts';

export type Said = ParseKeys;

export function passkeyFailure(error: unknown): Said {
  if (!(error instanceof AppError)) return 'passkey.error.failed';
  const { code, fields } = error;
  if (code !== 'conflict') return `errors.${code}.what`;
  if (fields.passkeys === 'last') return 'passkey.error.last';
  if (fields.passkeys === 'too many') return 'passkey.error.many';
  return fields.passkeys === 'known' ? 'passkey.error.known' : 'passkey.error.failed';
}
