import { useTranslation } from 'react-i18next';
import { type Area, CHANGES, changed } from './area.ts';
import { Button } from './button.tsx';

/** Moves and resizes an area of a photo without a finger that draws. */
export function AreaButtons({ area, onChange }: { area: Area; onChange: (area: Area) => void }) {
  const { t } = useTranslation();
  return CHANGES.map((change) => (
    <Button key={change} kind="quiet" onClick={() => onChange(changed(area, change))}>
      {t(`cover.change.${change}`)}
    </Button>
  ));
}
