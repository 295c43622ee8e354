/** A map pack of any size: tiles of noise, which no two versions share by chance. */

import { TileType } from 'pmtiles';
import sharp from 'sharp';
import { type Tile, writePmtiles } from '../../scripts/pmtiles.ts';

/** Ludhiana, and what is around it. */
const BOUNDS = [75.2, 30.4, 76.4, 31.4] as const;
const LUDHIANA = { lng: 75.85, lat: 30.91 };

/** The tile that a point lies in. */
export function tileAt({ lng, lat }: { lng: number; lat: number }, z: number): { x: number; y: number } {
  const sin = Math.sin((lat * Math.PI) / 180);
  const share = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  return { x: Math.floor(((lng + 180) / 360) * 2 ** z), y: Math.floor(share * 2 ** z) };
}

/** About 0.2 MB a tile: `around` tiles to each side of Ludhiana's, at zoom 9 to 12. `seed` makes other pictures. */
export async function noisePack(name: string, { around = 1, seed = 1 } = {}): Promise<Uint8Array> {
  const tiles: Tile[] = [];
  for (let z = 9; z <= 12; z++) {
    const middle = tileAt(LUDHIANA, z);
    for (let x = middle.x - around; x <= middle.x + around; x++)
      for (let y = middle.y - around; y <= middle.y + around; y++)
        tiles.push({ z, x, y, bytes: await noise(seed * 7919 + z * 4093 + (x - middle.x) * 101 + (y - middle.y)) });
  }
  const metadata = { name, attribution: 'Noise of the test', official_borders: true };
  return writePmtiles({ tiles, tileType: TileType.Png, bounds: BOUNDS, metadata });
}

/** A picture that cannot be made smaller. */
async function noise(seed: number): Promise<Uint8Array> {
  const raw = new Uint8Array(256 * 256 * 3);
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let i = 0; i < raw.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    raw[i] = state >>> 8;
  }
  const channels = { raw: { width: 256, height: 256, channels: 3 as const } };
  return new Uint8Array(await sharp(raw, channels).png({ compressionLevel: 0 }).toBuffer());
}
