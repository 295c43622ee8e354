import { useTranslation } from 'react-i18next';
import { Segment } from '../../../ui/segment.tsx';
import type { ListName } from './filters.ts';
import { countIn, type useFound } from './use-found.ts';

interface SidesProps {
  list: ListName;
  found: ReturnType<typeof useFound>;
  onChange: (list: ListName) => void;
}

/** What the words find on both sides, and the way to the other. */
export function Sides({ list, found, onChange }: SidesProps) {
  const { t } = useTranslation();
  const people = found && countIn(found, 'lost-peoples');
  const things = found && countIn(found, 'found-items');
  const told = (side: string, count: number | undefined) => (count === undefined ? side : `${side} (${count})`);
  return (
    <>
      <p role="status" className="unseen">
        {people !== undefined &&
          things !== undefined &&
          t('browse.fits', {
            people: t('browse.peopleCount', { count: people }),
            things: t('browse.thingsCount', { count: things }),
          })}
      </p>
      <Segment
        legend={t('browse.sides')}
        value={list}
        onChange={onChange}
        options={[
          { value: 'lost-peoples', label: told(t('browse.people'), people) },
          { value: 'found-items', label: told(t('browse.things'), things) },
        ]}
      />
    </>
  );
}
