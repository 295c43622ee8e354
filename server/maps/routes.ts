/** Map packs for devices that go offline: what there is, what each is made of, and the parts. */

import { AppError } from '../../contract/errors.ts';
import { mapPack, mapPacks, mapPart } from '../../contract/map.ts';
import { type Http, mount } from '../http/mount.ts';
import type { MapShelf } from './shelf.ts';

export function mapRoutes(http: Http, shelf: MapShelf): void {
  mount(http, mapPacks, async () => ({
    packs: (await shelf.packs()).map(({ file: { sha256, bytes }, ...about }) => ({ ...about, sha256, bytes })),
  }));

  mount(http, mapPack, async ({ input: { id } }) => {
    const pack = (await shelf.packs()).find((one) => one.id === id);
    if (!pack) throw new AppError('not-found', 'This server has no such map pack');
    return pack;
  });

  mount(http, mapPart, async ({ input: { sha256, from } }) => {
    const bytes = await shelf.part(sha256, from);
    if (!bytes) throw new AppError('not-found', 'No map pack has this part any more; ask for the pack again');
    return { type: 'application/octet-stream', bytes, maxAgeS: Infinity };
  });
}
