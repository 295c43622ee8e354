import { type ReactNode, useEffect } from 'react';
import { refreshStuck } from '../api/query.ts';
import { Reads } from '../api/reads.tsx';
import { useRead } from '../api/use-read.ts';
import { useServices } from '../services.ts';
import { useSyncStatus } from '../sync/status.ts';
import { KeptMaps, TileSource } from '../ui/map/tiles.ts';
import { useKeptMaps } from './kept-maps.ts';

/** Around a page that reads from the server: the cache of reads, and what the server says of itself. */
export function Reading({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const link = useSyncStatus((status) => status.link);
  useEffect(() => {
    if (link === 'online') refreshStuck(api);
  }, [link, api]);
  return (
    <Reads api={api}>
      <Tiles>{children}</Tiles>
    </Reads>
  );
}

/** Where this server says that maps get their tiles, and the packs on this device; without either the app draws its own. */
function Tiles({ children }: { children: ReactNode }) {
  const { data } = useRead('settings', {});
  return (
    <TileSource value={data?.tiles}>
      <KeptMaps value={useKeptMaps()}>{children}</KeptMaps>
    </TileSource>
  );
}
