/** Runs in a page of the app: keeps reports and writes by the app's own functions, as fast as the phone can, and tells of each. */

import { sha256Of } from '../../../src/platform/sha256.ts';
import { LocalDb } from '../../../src/store/db.ts';
import type { Photo } from '../../../src/store/files.ts';
import { queueWrite } from '../../../src/store/own/writes.ts';
import { saveItem, saveReport } from '../../support/made.ts';

/** What to save: the key stands in its words. An edit is about an own report, by its id. */
export type Submission = What & {
  key: string;
  /** Of what it makes. */
  id?: string;
  /** Base64 of JPEGs. */
  photos: readonly string[];
};

export type What =
  | { kind: 'item' | 'person' }
  | { kind: 'note'; about: string; says: 'sighting' | 'information' | 'self' }
  | { kind: 'claim' | 'conversation' | 'message'; about: string }
  | { kind: 'edit'; about: string; field: 'description' | 'region' };

/** What the watcher of the rig puts into each page. */
interface Watched {
  told(word: 'saved' | 'received', key: string, number?: string): Promise<void>;
}

let opened: LocalDb | undefined;

function database(): LocalDb {
  opened ??= new LocalDb();
  opened.signedIn = () => {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null') as { id: string; name: string } | null;
    return user && localStorage.getItem('accessToken') ? { id: user.id, name: user.name } : undefined;
  };
  return opened;
}

export async function submit(submissions: readonly Submission[]): Promise<void> {
  const db = database();
  for (const submission of submissions) {
    await save(db, submission, await Promise.all(submission.photos.map(photoOf)));
    await (globalThis as unknown as Watched).told('saved', submission.key);
  }
}

const CONSENT = { publicPhoto: true, publicPhone: false, notice: '2026-11' };

/** As the pages of the app make these calls. */
async function save(db: LocalDb, what: Submission, photos: readonly Photo[]): Promise<unknown> {
  const { key, id = crypto.randomUUID() } = what;
  const names = { id, opId: crypto.randomUUID(), label: key, now: Date.now() };
  const report = { ...names, photos, videos: [], values: {} };
  const words = { title: key, region: 'Moga', consent: CONSENT };
  const write = { ...names, files: photos };
  const hashes = photos.map(({ sha256 }) => sha256);
  switch (what.kind) {
    case 'item': {
      const upload = { ...words, kind: 'item', reportType: 'lost', role: 'victim', category: 'Keys' } as const;
      return saveItem(db, { ...report, upload });
    }
    case 'person':
      return saveReport(db, { ...report, upload: { ...words, type: 'lost', name: key, lostPersonAge: '34' } });
    case 'note': {
      const input = { id, reportId: what.about, kind: what.says, text: key, photos: hashes };
      return queueWrite(db, { ...write, endpoint: 'addNote', input });
    }
    case 'claim': {
      const input = { id, reportId: what.about, message: key, proofs: hashes };
      return queueWrite(db, { ...write, endpoint: 'createClaim', input });
    }
    case 'conversation':
      return queueWrite(db, {
        ...write,
        endpoint: 'startConversation',
        input: { id, reportId: what.about, text: key },
      });
    case 'message': {
      const input = { id, conversationId: what.about, text: key, ...(hashes[0] ? { photo: hashes[0] } : {}) };
      return queueWrite(db, { ...write, id: what.about, endpoint: 'sendMessage', input });
    }
    case 'edit': {
      const input = { id: what.about, [what.field]: key };
      return queueWrite(db, { ...write, id: what.about, endpoint: 'updateReport', input });
    }
  }
}

async function photoOf(base64: string): Promise<Photo> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return { sha256: await sha256Of(bytes), blob: new Blob([bytes], { type: 'image/jpeg' }) };
}
