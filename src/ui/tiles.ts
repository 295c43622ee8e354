/** Where map tiles come from, for every map below; without it a map draws itself from what the app carries. */

import { createContext } from 'react';
import type { Tiles } from '../../contract/system.ts';

export const TileSource = createContext<Tiles | undefined>(undefined);
