/**
 * `npm run audit -- FILE [FILE]`: whether an exported log is whole (Moderation, Log, "Download the log"). With an older file
 * also whether the newer one goes on from it: a log that was written anew does not. Without a file: the log of the server of
 * this environment, whose reasons are looked at too; the embedded database answers while its server is stopped.
 */

import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Beginning, ExportLine, Head, START, type Verdict, verify } from '../server/audit/chain.ts';
import { verifyStored } from '../server/audit/sealing.ts';
import { readConfig } from '../server/config.ts';
import { openDb } from '../server/db/open.ts';

/** Exports of before the log was cut say neither where it begins nor when they were made. */
const HeadLine = z.object({ head: Head, start: z._default(Head, START), at: z.optional(z.iso.datetime()) });

/** The entries of an exported file, and where it says that they begin and end: its parts say so each, the last is right. */
function readExport(file: string): Beginning & { links: ExportLine[]; end: Head | undefined } {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const links: ExportLine[] = [];
  let [start, end, at]: [Head, Head | undefined, Date] = [START, undefined, new Date()];
  for (const line of lines) {
    const value: unknown = JSON.parse(line);
    const part = HeadLine.safeParse(value);
    if (!part.success) links.push(ExportLine.parse(value));
    else {
      ({ head: end, start } = part.data);
      if (part.data.at !== undefined) at = new Date(part.data.at);
    }
  }
  return { links, start, end, at };
}

function say({ head, fault, erased, withheld }: Verdict): void {
  console.log(`${head.seq} entries in order, ${erased.length} of them without the reason, which was erased`);
  if (withheld > 0)
    console.log(
      `${withheld} of them withheld, about what was posted by whoever took it away: another admin's file has them`,
    );
  if (fault) {
    console.error(`BROKEN: ${fault}`);
    process.exitCode = 1;
    return;
  }
  console.log(`Whole. Its end, to be noted elsewhere: ${head.seq} ${head.hash}`);
}

const [file, older] = process.argv.slice(2);
try {
  if (file) {
    const { links, end, ...begun } = readExport(file);
    const known = older ? readExport(older) : undefined;
    if (known && !known.end) throw new Error(`${older} does not say where that log ended: nothing can be told by it.`);
    say(verify(links, end, known?.end && { ...known.end, at: known.at }, begun));
  } else {
    const opened = await openDb(readConfig(process.env).database);
    say(await verifyStored(opened.db).finally(() => opened.close()));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
