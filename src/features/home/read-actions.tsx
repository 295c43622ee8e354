import { useTranslation } from 'react-i18next';
import { ReadAloud } from '../../ui/read-aloud.tsx';
import { ACTIONS } from './actions.ts';

/** Reads out what one can do here, for who does not read. */
export function ReadActions() {
  const { t } = useTranslation();
  const actions = ACTIONS.map(({ name }) =>
    [t(`home.${name}`), t(`home.${name}Detail`)].map((text) => t('common.sentence', { text })).join(' '),
  );
  return <ReadAloud text={[t('home.title'), ...actions].join(' ')} />;
}
