import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { useLook } from '../../../platform/look.ts';
import { ReadAloud } from '../../../ui/read-aloud.tsx';
import { ageOf, nameOf } from '../../../ui/report-words.ts';
import { colourOf, happenedAt, rewardOf, typeOf } from '../words.ts';

/** In the simple view: who or what it is, read out. */
export function ReadRecord({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const isSimple = useLook((look) => look.isSimple);
  if (!isSimple) return null;
  const name = nameOf(t, view);
  const words = [typeOf(t, view), ageOf(t, view), colourOf(view), view.region, happenedAt(t, view, new Date())];
  const said = [name, ...words, view.description, rewardOf(t, view)].filter(
    (text) => text !== undefined && text !== '',
  );
  return <ReadAloud text={said.map((text) => t('common.sentence', { text })).join(' ')} />;
}
