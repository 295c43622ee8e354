import { useTranslation } from 'react-i18next';
import { districtName } from '../../../reference/districts.ts';

/** The names of somebody's districts. */
export function Duty({ districts }: { districts: readonly string[] }) {
  const { i18n } = useTranslation();
  return <>{districts.map((id) => districtName(id, i18n.language)).join(' · ')}</>;
}
