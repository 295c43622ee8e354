/** The face worker's boundary. Both sides import only this. */

import type { Band } from '../../contract/face.ts';
import type { Change } from '../../contract/sync.ts';
import type { Box, Mesh, Turns } from '../../match/mesh.ts';
import type { Quality } from '../../match/quality.ts';

export interface Recogniser {
  /**
   * Get ready: the face pack from the Cache API, the gallery from its file. Doing it again costs nothing.
   * @throws AppError models-missing | models-broken | no-webgl
   */
  load(): Promise<{ searched: number }>;
  /**
   * A new scan: forget the frames kept. It waits for what a frame needs, and not for what only a comparison does.
   * @throws AppError models-missing | models-broken | no-webgl
   */
  startScan(): Promise<void>;
  /** One camera frame; the worker closes the bitmap. `timeMs` grows from frame to frame. */
  frame(image: ImageBitmap, timeMs: number): Promise<FrameResult>;
  /** Search the gallery for the person of the frames kept; `face` chooses among several. */
  identify(limit: number, face?: number): Promise<Identification>;
  /** The upright face of the best frame kept, as {@link Moment}; there is none when several people were seen. */
  moment(): Promise<Moment>;
  /** The template of the face on a still photo, however it lies; `face` chooses among several. */
  enrol(photo: Blob, face?: number): Promise<Enrolment>;
  gallery(): Promise<GalleryInfo>;
  /** @throws AppError bad-answer when the pack is damaged, update-needed when it is for another app version. */
  replaceGallery(pack: Uint8Array): Promise<GalleryInfo>;
  /**
   * Put one page of the references feed into the gallery. The page and its cursor become durable together. A page that
   * does not begin where the gallery stands (its file was lost, or is an older one) is not applied: go on from the
   * cursor in the answer.
   */
  applyReferences(page: ReferencesPage): Promise<GalleryInfo>;
  clearGallery(): Promise<void>;
  /**
   * Open what this device is lent, to be searched beside the gallery until `takeBack` or the end of the worker.
   * @throws AppError bad-answer | update-needed
   */
  lend(lent: Lent): Promise<void>;
  isLent(id: string): Promise<boolean>;
  takeBack(): Promise<void>;
}

/** As it lies on the device. */
export interface Lent {
  readonly id: string;
  readonly parts: readonly Uint8Array[];
  readonly key: CryptoKey | Uint8Array;
}

export interface ReferencesPage {
  /** The cursor that the page was asked with. */
  readonly from: string;
  readonly cursor: string;
  readonly changes: readonly Change[];
}

/** What the person in front of the camera can do better, the most important thing first. */
export type Hint = 'no-face' | 'several' | Quality['hint'];

export interface FrameResult {
  /** x, y, x, y, … of the 478 mesh points, as fractions of the frame. */
  readonly landmarks: Float32Array | undefined;
  readonly box: Box | undefined;
  readonly hint: Hint;
  /** The frame is fit for comparison and was kept as one. */
  readonly captured: boolean;
}

export interface FaceChoice {
  readonly photo: Blob;
  readonly box: Box;
}

export interface Candidate {
  /** Of the record, or a pseudonym. */
  readonly id: string;
  readonly band: Band;
  /** From what this device is lent: which record it is, is known here. */
  readonly isNamed: boolean;
}

export type Identification =
  | { readonly kind: 'no-capture' }
  | { readonly kind: 'several-faces'; readonly faces: readonly FaceChoice[] }
  | {
      readonly kind: 'searched';
      /** Unit length, four digits. */
      readonly descriptor: number[];
      readonly model: string;
      /** The best frame, cropped around the face. */
      readonly photo: Blob;
      readonly candidates: readonly Candidate[];
      /** People in the gallery. */
      readonly searched: number;
    };

/** `pixels`: RGB, a byte a colour, of FACE_SIZE squared. */
export type Moment = { readonly kind: 'none' } | { readonly kind: 'taken'; readonly pixels: Uint8Array };

export type Enrolment =
  | { readonly kind: 'no-face' }
  | { readonly kind: 'several-faces'; readonly faces: readonly FaceChoice[] }
  | {
      readonly kind: 'enrolled';
      readonly descriptor: number[];
      readonly model: string;
      /** As the photo must be turned for people to stand upright on it. */
      readonly turns: Turns;
      /** x, y, x, y, … of the mesh points, as fractions of the photo that is turned so. */
      readonly landmarks: Mesh;
      /** Whether others will find the person by it. */
      readonly isClear: boolean;
    };

export interface GalleryInfo {
  readonly people: number;
  readonly templates: number;
  /** Where the references feed was read to; empty before the first page or pack. */
  readonly cursor: string;
  /** When the gallery was last brought up to date; absent while it never was. */
  readonly builtAt?: string;
  readonly model: string;
}
