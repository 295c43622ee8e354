/** How many connections there may be, and how slow: those who hold many, or send drop by drop, must not keep others out. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** The headers of a request must be there within this. */
  headersMs: number;
  /** And its body within this. */
  requestMs: number;
  /** Open at once, of all callers. */
  connections: number;
  /** Open at once, of one address. */
  perAddress: number;
}

/** How often slow ones are looked for, at most this long after their time. */
export const checkEveryMs = ({ headersMs }: ConnectionLimits): number => Math.min(5_000, Math.ceil(headersMs / 2));

/** Close what goes over the limits as it comes. Behind proxies of ours all callers share an address, which then says nothing. */
export function limitConnections(
  server: Server,
  { connections, perAddress }: ConnectionLimits,
  behindProxy: boolean,
): void {
  server.maxConnections = connections;
  if (behindProxy) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > perAddress) socket.destroy();
  });
}
