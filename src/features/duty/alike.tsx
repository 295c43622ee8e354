import { useRef } from 'react';
import { seenAt, useRead } from '../../api/use-read.ts';
import { AlikeList } from '../../ui/alike-list.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
import styles from './duty.module.css';

/** It is there when the card is scrolled to. */
const NEAR_PX = 400;

/** What is reported already of the same person, asked for once the card is looked at; what was true earlier is not shown. */
export function AlikeOf({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useInSight(place, NEAR_PX);
  const read = useRead('listAlike', { id }, { enabled: isSeen });
  return (
    <div ref={place} className={styles.alike}>
      {read.data && seenAt(read) === undefined && <AlikeList alike={read.data.data} heading="h3" />}
    </div>
  );
}
