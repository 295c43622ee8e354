/** The map packs on this device, for the maps on the pages; the code that reads them comes only when there is one. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { MapPack } from '../../contract/map.ts';
import type { ReadTile } from '../maps/tiles.ts';
import { useServices } from '../services.ts';
import type { KeptTiles } from '../ui/map/tiles.ts';

const NONE: readonly KeptTiles[] = [];

export function useKeptMaps(): readonly KeptTiles[] {
  const { db, api } = useServices();
  const packs = useLiveQuery(async () => (await db.map.toArray()).flatMap(({ pack }) => pack ?? []), [db]);
  // A download that goes on writes rows; the maps are drawn anew only when another version is in use.
  const versions = packs?.map(({ file }) => file.sha256).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `versions` stands for the packs
  return useMemo(() => {
    if (!packs || packs.length === 0) return NONE;
    const open = async (pack: MapPack) => (await import('../maps/tiles.ts')).openTiles(pack, api);
    return packs.map((pack): KeptTiles => {
      let reader: Promise<ReadTile> | undefined;
      const { bounds, minZoom, maxZoom, officialBorders, attribution, file } = pack;
      return {
        id: file.sha256,
        bounds,
        minZoom,
        maxZoom,
        officialBorders,
        attribution,
        read: async (z, x, y) => {
          reader ??= open(pack);
          return (await reader)(z, x, y);
        },
      };
    });
  }, [versions, api]);
}
