/** A multipart body as fields and files (R323); a JSON body is its fields alone (A23). */

import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../contract/limits.ts';
import { parseGuarded } from './json.ts';

export interface Upload {
  field: string;
  bytes: Buffer;
}

const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 60;
/** A part has a line or two of its own. */
const MAX_HEADERS = 10;
const MAX_NAME_BYTES = 100;
/** All fields together say no more than one long text. */
const MAX_WORDS_BYTES = 256 * 1024;
/** What a whole form may weigh. */
export const MAX_FORM_BYTES = MAX_IMAGES * MAX_IMAGE_BYTES + 2 * MAX_WORDS_BYTES;

/**
 * Read the whole body. A field `data` holds JSON whose members are fields; in any other field a text that is a JSON list
 * or object is read as one, because a form can carry only text. A field that comes again makes a list.
 */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; uploads: Upload[] } | undefined> {
  if (!request.isMultipart()) return undefined;
  const fields: Record<string, unknown> = {};
  const uploads: Upload[] = [];
  const limits = {
    fileSize: MAX_IMAGE_BYTES,
    files: MAX_IMAGES,
    fieldSize: MAX_FIELD_BYTES,
    fields: MAX_FIELDS,
    parts: MAX_IMAGES + MAX_FIELDS,
    headerPairs: MAX_HEADERS,
    fieldNameSize: MAX_NAME_BYTES,
  };
  let words = 0;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') uploads.push({ field: part.fieldname, bytes: await readFile(request, part) });
      else {
        words += Buffer.byteLength(String(part.value));
        if (part.valueTruncated || words > MAX_WORDS_BYTES)
          throw new AppError('too-large', 'The texts of this form are too long');
        addField(fields, part);
      }
    }
  } catch (cause) {
    throw asAppError(cause);
  }
  return { fields, uploads };
}

/** Collected as it comes, and counted as it is. */
async function readFile({ held }: FastifyRequest, { file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    held?.add(chunk.length);
    chunks.push(chunk);
  }
  if (file.truncated) throw new AppError('too-large', `A file may have ${MAX_IMAGE_BYTES} bytes`);
  return Buffer.concat(chunks);
}

function addField(fields: Record<string, unknown>, part: Extract<Multipart, { type: 'field' }>): void {
  const name = part.fieldname;
  const value = typeof part.value === 'string' ? readText(part.value) : part.value;
  if (name === 'data' && typeof value === 'object' && value !== null) Object.assign(fields, value);
  else if (Object.hasOwn(fields, name)) fields[name] = [fields[name], value].flat();
  else fields[name] = value;
}

function readText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseGuarded(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return text;
  }
}

function asAppError(cause: unknown): unknown {
  const code = (cause as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE' || /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code))
    return new AppError('too-large', 'A file is too large, or there are too many', { cause });
  return cause;
}
