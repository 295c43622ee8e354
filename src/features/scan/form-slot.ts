/** The place on this page for the person form. The app fills it, because features do not know one another. */

import type { ComponentType } from 'react';
import type { Picture } from '../../platform/image.ts';
import type { OwnReport } from '../../store/db.ts';

/** What a form starts from: a draft, a scan, or nothing. */
export interface FormStart {
  values: Record<string, string | boolean>;
  photos: Picture[];
  videos: Picture[];
  face: { descriptor: number[]; model: string } | undefined;
}

export type FormSlot = ComponentType<{
  draftKey: string;
  start: FormStart;
  /** The report comes from a scan and must carry its face. */
  fromScan: boolean;
  onSaved: (report: OwnReport) => void;
}>;

export const DRAFT_KEY = 'person';
