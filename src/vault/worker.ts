/** The vault worker: keys live here and nowhere else. */

import { serve } from '../platform/rpc.ts';
import { createKeeper } from './keeper.ts';
import type { VaultKeeper } from './protocol.ts';

serve<VaultKeeper>(self, createKeeper());
