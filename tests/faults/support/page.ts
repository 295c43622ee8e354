/** Runs in a page of the app: saves reports by the app's own functions, as fast as the phone can, and tells of each. */

import { sha256Of } from '../../../src/platform/sha256.ts';
import { LocalDb } from '../../../src/store/db.ts';
import type { Photo } from '../../../src/store/files.ts';
import { saveItem, saveReport } from '../../../src/store/reports.ts';

export interface Submission {
  key: string;
  kind: 'item' | 'person';
  /** Base64 of JPEGs. */
  photos: readonly string[];
}

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
  for (const { key, kind, photos } of submissions) {
    const files = await Promise.all(photos.map(photoOf));
    const own = { id: crypto.randomUUID(), opId: crypto.randomUUID(), label: key, photos: files, videos: [] };
    const consent = { publicPhoto: true, publicPhone: false, notice: '2026-11' };
    const typed = { values: {}, now: Date.now() };
    if (kind === 'item') {
      const upload = { kind: 'item', reportType: 'lost', role: 'victim', category: 'Keys', title: key } as const;
      await saveItem(db, { ...own, ...typed, upload: { ...upload, region: 'Moga', consent } });
    } else {
      const upload = { type: 'lost', title: key, name: key, lostPersonAge: '34', region: 'Moga' } as const;
      await saveReport(db, { ...own, ...typed, upload: { ...upload, consent } });
    }
    await (globalThis as unknown as Watched).told('saved', key);
  }
}

async function photoOf(base64: string): Promise<Photo> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return { sha256: await sha256Of(bytes), blob: new Blob([bytes], { type: 'image/jpeg' }) };
}
