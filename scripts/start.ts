/** `npm start`: build what has changed, then run the server on one port, with sample data unless told otherwise. */

import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';

const isOwnDatabase = process.env.DATABASE_URL !== undefined || process.env.NODE_ENV === 'production';
process.env.DEMO ??= isOwnDatabase ? '0' : '1';
// Whoever tries it out scans more often than an anonymous visitor may.
if (process.env.DEMO === '1') process.env.COMPARE_LIMIT_ANONYMOUS ??= '1000';
await buildAll(console.log);
await import(pathToFileURL('dist/server/main.mjs').href);
