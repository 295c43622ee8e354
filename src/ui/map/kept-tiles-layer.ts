/** The tiles of one pack on this device. Nothing is fetched for it: what the pack does not have stays see-through. */

import * as L from 'leaflet';
import { MAP } from '../../../contract/limits.ts';
import type { KeptTiles } from './tiles.ts';

/** Closer than the pack goes, its closest tiles are drawn larger, so many zooms at most: then they say nothing any more. */
const MAX_OVERZOOM = 3;

export class KeptTilesLayer extends L.GridLayer {
  private readonly pack: KeptTiles;

  /** A pack without the official borders is shown from `closeUpFrom` on. */
  constructor(pack: KeptTiles, closeUpFrom: number) {
    const [west, south, east, north] = pack.bounds;
    super({
      tileSize: MAP.tileSize,
      bounds: [
        [south, west],
        [north, east],
      ],
      minZoom: pack.officialBorders ? 0 : closeUpFrom,
      maxZoom: Math.min(MAP.maxZoom, pack.maxZoom + MAX_OVERZOOM),
      minNativeZoom: pack.minZoom,
      maxNativeZoom: pack.maxZoom,
    });
    this.pack = pack;
  }

  protected override createTile({ z, x, y }: L.Coords, done: L.DoneCallback): HTMLElement {
    const tile = document.createElement('img');
    tile.alt = '';
    const ready = () => done(undefined, tile);
    this.pack.read(z, x, y).then(
      (blob) => {
        if (!blob) return ready();
        const url = URL.createObjectURL(blob);
        tile.onload = tile.onerror = () => {
          URL.revokeObjectURL(url);
          ready();
        };
        tile.src = url;
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), tile),
    );
    return tile;
  }
}
