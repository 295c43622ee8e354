/**
 * `npm run pack-key`: sign packs by a new key from the next start of the server on. The former one vouches for it, so that
 * phones go on believing. The
 * embedded database answers while its server is stopped.
 */

import { readConfig } from '../server/config.ts';
import { openDb } from '../server/db/open.ts';
import { changeSigner } from '../server/sync/keys.ts';

const { db, close } = await openDb(readConfig(process.env).database);
const { key } = await changeSigner(db).finally(close);
console.log(`Packs are signed by ${key}`);
