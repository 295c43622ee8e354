import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import type { Outcome } from './scan.ts';

/** A full phone has searched and may ask, but has nothing to ask again with: said, so that nobody counts on it. */
export function NotKept({ outcome: { isKept, check } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  if (isKept) return null;
  return (
    <Banner tone="wait" icon="alert">
      <b>{t('scan.notKept')}</b> {check === 'queued' && t('scan.notKeptTodo')}
    </Banner>
  );
}
