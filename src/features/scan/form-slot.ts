/** The place on this page for the person form. The app fills it, because features do not know one another. */

import type { ComponentType } from 'react';
import type { Photo } from '../../store/files.ts';
import type { Draft, OwnReport } from '../../store/rows.ts';

/** What a form starts from: a draft, or a new report; its files are there as bytes. */
export interface FormStart extends Pick<Draft, 'id' | 'opId' | 'values' | 'face'> {
  photos: Photo[];
  videos: Photo[];
}

export type FormSlot = ComponentType<{
  start: FormStart;
  onSaved: (report: OwnReport) => void;
}>;
