/** The places on this page for the person form and what follows it. The app fills them: features do not know one another. */

import type { ComponentType } from 'react';
import type { FormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';

export interface FormSlots {
  Form: ComponentType<{ start: FormStart; onSaved: (report: OwnReport) => void }>;
  Posted: ComponentType<{ report: OwnReport; another: string; onAnother: () => void }>;
}
