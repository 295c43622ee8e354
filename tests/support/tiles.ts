/** A tile server: one picture for every tile, and a list of what was asked for. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export interface TileServer {
  /** As TILE_URL takes it. */
  readonly url: string;
  readonly origin: string;
  /** The tiles asked for, as `z/x/y`. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startTiles(): Promise<TileServer> {
  const colour = { r: 200, g: 220, b: 200 };
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url.replace(/^\/|\.png$/g, ''));
    // No age: what is kept then is kept for a week.
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    url: `${origin}/{z}/{x}/{y}.png`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
