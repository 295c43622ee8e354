/** Where map tiles come from, for every map below; without any a map draws itself from what the app carries. */

import { createContext } from 'react';
import type { Tiles } from '../../../contract/system.ts';

export const TileSource = createContext<Tiles | undefined>(undefined);

/** A pack of tiles on this device. */
export interface KeptTiles {
  /** Names its version. */
  readonly id: string;
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly officialBorders: boolean;
  readonly attribution: string;
  /** Undefined where the pack has none, or it cannot be read. */
  readonly read: (z: number, x: number, y: number) => Promise<Blob | undefined>;
}

export const KeptMaps = createContext<readonly KeptTiles[]>([]);
