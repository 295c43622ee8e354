import type { TFunction } from 'i18next';
import type { ReportView } from '../../../contract/report.ts';

/** What the claimed thing is called. */
export const thingOf = (t: TFunction, { title, subject }: ReportView): string =>
  title ?? (subject.kind === 'item' ? t(`browse.categories.${subject.category}`) : t('browse.nameUnknown'));
