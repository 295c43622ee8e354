/** Phones that report and send to a real server without end, and remember what it told them. */

import { ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { type Device, makePhoto, newReport, openDevice } from './client.ts';
import { seeded } from './faults.ts';
import { saveReport } from './made.ts';

/** What a phone was told: the op, its report, and the receipt it came with. */
export interface Told {
  id: string;
  opId: string;
  number: string | undefined;
  receivedAt: string;
  /** Photos that the server said it holds whole. */
  whole: readonly string[];
}

export interface Crowd {
  /** All reports that were saved on a phone. */
  readonly saved: ReadonlySet<string>;
  /** All that the phones read as "Received", by report. */
  told(): Promise<Told[]>;
  /** Report and send until `stop` is aborted; a call under way then is waited for. */
  work(stop: AbortSignal): Promise<void>;
  /** Send until every outbox is empty. */
  drain(): Promise<void>;
  close(): void;
}

/** The clock of a phone goes on by so much a round, past every pause of the outbox. */
const ROUND_MS = 120_000;
/** Every so many reports one carries a photo. */
const REPORTS_A_PHOTO = 4;

/** `onTold` hears of each receipt as soon as the phone has stored it. */
export function openCrowd(url: string, seed: number, size = 3, onTold: (told: Told) => void = () => {}): Crowd {
  const server: typeof fetch = (input, init) => fetch(String(input).replace('http://server', url), init);
  const phones = Array.from({ length: size }, (_, i) => openDevice(server, { seed: seed * 31 + i }));
  const saved = new Set<string>();
  const known = new Map<string, number>();

  async function toldOf(phone: Device): Promise<Told[]> {
    const waiting = new Set((await queue(phone.db)).map(({ opId }) => opId));
    const reports = await ownReports(phone.db);
    return reports.flatMap(({ entityId: id, opId, receipt, photos }) => {
      if (!receipt) return [];
      const whole = photos.filter((sha256) => !waiting.has(`${id}/${sha256}`));
      return [{ id, opId, number: receipt.number, receivedAt: receipt.receivedAt, whole }];
    });
  }

  async function send(phone: Device): Promise<void> {
    await phone.push().catch(() => undefined); // the server may be down; the outbox keeps it all
    for (const told of await toldOf(phone)) {
      if (known.get(told.id) === told.whole.length) continue;
      known.set(told.id, told.whole.length);
      onTold(told);
    }
    phone.clock += ROUND_MS;
  }

  return {
    saved,
    told: async () => (await Promise.all(phones.map(toldOf))).flat(),
    async work(stop) {
      await Promise.all(
        phones.map(async (phone, i) => {
          const random = seeded(seed * 101 + i + saved.size);
          for (let round = 0; !stop.aborted; round++) {
            const photos = round % REPORTS_A_PHOTO === 0 ? [await makePhoto(Math.floor(random() * 2 ** 31))] : [];
            const report = newReport({ title: `Round ${round}` }, { photos, now: phone.clock });
            await saveReport(phone.db, report);
            saved.add(report.id);
            await send(phone);
          }
        }),
      );
    },
    async drain() {
      for (const phone of phones) while ((await queue(phone.db)).length > 0) await send(phone);
    },
    close() {
      for (const phone of phones) phone.close();
    },
  };
}
