/** The place on this page for the person form. The app fills it, because features do not know one another. */

import type { ComponentType } from 'react';
import type { FormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';

export type FormSlot = ComponentType<{
  start: FormStart;
  onSaved: (report: OwnReport) => void;
}>;
