/** Approving as a moderator does: what the queue shows is approved as it is there. */

type Call<Answer> = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

// biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
const markIn = (queue: any, id: string): string | undefined =>
  queue.data?.find((one: { report: { id: string } }) => one.report.id === id)?.mark;

/** Look at the queue and approve this post, by calls that answer the JSON or hold it as `body`. What is not there has no mark. */
// biome-ignore lint/suspicious/noExplicitAny: the caller says what it is
export async function approve<Answer = any>(call: Call<Answer>, id: string, more: object = {}): Promise<Answer> {
  const queue = await call('GET', '/moderation/queue?limit=50');
  const { body = queue } = queue as { body?: unknown };
  return call('POST', `/moderation/${id}`, { action: 'approve', mark: markIn(body, id), ...more });
}
