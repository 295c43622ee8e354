/** The gallery of this device: searched in memory, kept in a file, the same in every tab. */

import { AppError } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/sync.ts';
import { type GalleryChange, type Hit, openGallery } from '../../../match/gallery.ts';
import { PackError, type PackHead } from '../../../match/pack.ts';
import { encodeTemplate, fromBase64, TEMPLATE_VERSION } from '../../../match/template.ts';
import type { GalleryInfo, ReferencesPage } from '../protocol.ts';
import { type GalleryFile, openGalleryFile } from './gallery-file.ts';

const LOCK = 'wapsi-gallery';
const HOUR_MS = 3_600_000;

type Open = Awaited<ReturnType<typeof openGallery>>;

export class LocalGallery {
  readonly #file: GalleryFile;
  #open: Open;
  /** Of the version in memory. */
  #generation: number;

  private constructor(file: GalleryFile, open: Open) {
    this.#file = file;
    this.#open = open;
    this.#generation = 0;
  }

  static async open(): Promise<LocalGallery> {
    return new LocalGallery(await openGalleryFile(), await openGallery());
  }

  async info(): Promise<GalleryInfo> {
    await navigator.locks.request(LOCK, { mode: 'shared' }, () => this.#refresh());
    return this.#info();
  }

  async search(probe: Uint8Array, limit: number): Promise<{ hits: Hit[]; people: number }> {
    await navigator.locks.request(LOCK, { mode: 'shared' }, () => this.#refresh());
    const { gallery } = this.#open;
    return { hits: gallery.search(probe, limit), people: gallery.people };
  }

  replace(pack: Uint8Array): Promise<GalleryInfo> {
    return this.#change(async () => {
      const { gallery, head } = await openGallery(pack).catch((error: unknown) => {
        if (!(error instanceof PackError)) throw error;
        throw new AppError(error.reason === 'newer' ? 'update-needed' : 'bad-answer', error.message, { cause: error });
      });
      if (head?.model !== TEMPLATE_VERSION) {
        throw new AppError('update-needed', `the gallery pack is of ${head?.model}, this app of ${TEMPLATE_VERSION}`);
      }
      return { gallery, head };
    });
  }

  apply({ from, cursor, changes }: ReferencesPage): Promise<GalleryInfo> {
    return this.#change(async () => {
      const { gallery } = this.#open;
      gallery.apply(changes.flatMap(toGalleryChange));
      const builtAt = new Date().toISOString();
      return { gallery, head: { model: TEMPLATE_VERSION, cursor, builtAt, scope: 'public' } };
    }, from);
  }

  async clear(): Promise<void> {
    await navigator.locks.request(LOCK, async () => {
      await this.#file.clear();
      this.#open = await openGallery();
      this.#generation = 0;
    });
  }

  /** Make the next version of what is on the device, and keep it: from then on it is the one searched. */
  async #change(
    next: () => Promise<{ gallery: Open['gallery']; head: PackHead }>,
    from?: string,
  ): Promise<GalleryInfo> {
    await navigator.locks.request(LOCK, async () => {
      await this.#refresh();
      if (from !== undefined && from !== (this.#open.head?.cursor ?? '')) return;
      const generation = Math.max(this.#generation + 1, Date.now());
      this.#generation = Number.NaN; // until it is kept, memory may be ahead of the file: read again then
      const { gallery, head } = await next();
      await this.#file.write(gallery.toPack(head), generation);
      this.#open = { gallery, head };
      this.#generation = generation;
    });
    return this.#info();
  }

  /** Read the file again when another tab wrote it. A damaged version falls back to the one before. */
  async #refresh(): Promise<void> {
    const versions = await this.#file.versions();
    if ((versions[0]?.generation ?? 0) === this.#generation) return;
    this.#open = await openGallery();
    this.#generation = versions[0]?.generation ?? 0;
    for (const version of versions) {
      try {
        const open = await openGallery(await version.read());
        // Templates of another version are never compared with ours: start anew.
        if (open.head?.model === TEMPLATE_VERSION) this.#open = open;
        return;
      } catch (error) {
        if (!(error instanceof PackError)) throw error;
      }
    }
  }

  #info(): GalleryInfo {
    const { gallery, head } = this.#open;
    return {
      people: gallery.people,
      templates: gallery.count,
      cursor: head?.cursor ?? '',
      ...(head && { builtAt: head.builtAt }),
      model: TEMPLATE_VERSION,
    };
  }
}

function toGalleryChange(change: Change): GalleryChange[] {
  switch (change.kind) {
    case 'report':
    case 'skipped':
      return [];
    case 'gone':
      return [{ kind: 'drop', id: change.id }];
    case 'reference': {
      const { id, type, updatedAt, model } = change;
      if (model !== TEMPLATE_VERSION) return [{ kind: 'drop', id }]; // another pipeline's templates are never compared
      const updatedHour = Math.max(0, Math.floor(Date.parse(updatedAt) / HOUR_MS));
      return [{ kind: 'put', entry: { id, type, updatedHour, codes: change.codes.flatMap(readCode) } }];
    }
  }
}

/** One unreadable template must not keep the device from all later ones. */
function readCode(text: string): Uint8Array[] {
  try {
    const code = fromBase64(text);
    encodeTemplate(new Int8Array(code.buffer)); // of the right length, and with a direction
    return [code];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
