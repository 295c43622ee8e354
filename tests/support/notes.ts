/** What an office does with what was told. */

import type { TestHost } from './client.ts';

/** Open the record that the note is of, as whoever answers must have, and say that it is right, or wrong. */
export async function readAndAnswer(
  host: TestHost,
  token: string,
  note: string,
  answer: 'confirm' | 'dismiss',
): Promise<{ status: number }> {
  const { report_id } = await host.db
    .selectFrom('note')
    .select('report_id')
    .where('id', '=', note)
    .executeTakeFirstOrThrow();
  const headers = { authorization: token };
  const ask = (method: 'POST' | 'PUT', url: string, payload: object) =>
    host.app().inject({ method, url, headers, payload });
  await ask('POST', `/report/${report_id}/open`, { reason: 'sighting' });
  return { status: (await ask('PUT', `/notes/${note}`, { answer })).statusCode };
}
