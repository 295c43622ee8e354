import { useTranslation } from 'react-i18next';
import type { Area } from '../../platform/image.ts';
import { Button } from '../../ui/button.tsx';
import { CHANGES, changed } from './cover.ts';

/** Moves and resizes an area of a photo without a finger that draws. */
export function AreaButtons({ area, onChange }: { area: Area; onChange: (area: Area) => void }) {
  const { t } = useTranslation();
  return CHANGES.map((change) => (
    <Button key={change} kind="quiet" onClick={() => onChange(changed(area, change))}>
      {t(`cover.change.${change}`)}
    </Button>
  ));
}
