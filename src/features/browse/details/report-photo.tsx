import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../../contract/errors.ts';
import { endpoints } from '../../../../contract/protocol.ts';
import { useServices } from '../../../services.ts';
import { readMeta } from '../../../store/meta.ts';
import { findPhoto, keepThumb } from '../../../store/others/records.ts';
import { Photo } from '../../../ui/photo.tsx';
import { useInSight } from '../../../ui/use-in-sight.ts';
import styles from './report-photo.module.css';

interface ReportPhotoProps {
  /** The report that shows it; of a photo that no report has there is none. */
  of?: string;
  sha256: string | undefined;
  alt: string;
  kind: 'person' | 'item';
  size?: 'row' | 'full';
}

/** A photo of a report: the small one from this phone if it is here, else from the server once it comes into sight. */
export function ReportPhoto({ of, sha256, alt, kind, size = 'row' }: ReportPhotoProps) {
  const box = useRef<HTMLSpanElement>(null);
  const { t } = useTranslation();
  const { db } = useServices();
  const kept = useLiveQuery(async () => (sha256 === undefined ? undefined : findPhoto(db, sha256)), [db, sha256]);
  const fetched = useFetched(of, sha256, size, box, size === 'row' && kept !== undefined);
  const blob = fetched.blob ?? kept;
  const none = blob === undefined && (sha256 === undefined || fetched.failed);
  return (
    <span ref={box} className={`${styles[size]} ${none ? styles.none : ''}`}>
      <Photo blob={blob} alt={alt} size={size} kind={kind} />
      {none && size === 'full' && (
        <span className={styles.why}>{t(sha256 === undefined ? 'details.photoMissing' : 'match.photoMissing')}</span>
      )}
    </span>
  );
}

interface Fetched {
  blob?: Blob;
  failed: boolean;
}

const NOT_YET: Fetched = { failed: false };

/**
 * The bytes from the server, asked for when the place of the photo is seen. Where they are still to come a report may show a
 * small picture, which this phone does not keep: what is kept by the hash is the photo, in whichever report it is.
 */
function useFetched(
  of: string | undefined,
  sha256: string | undefined,
  size: 'row' | 'full',
  box: React.RefObject<HTMLElement | null>,
  isHere: boolean,
): Fetched {
  const { api, db } = useServices();
  const [fetched, setFetched] = useState(NOT_YET);
  const isSeen = useInSight(box);
  useEffect(() => {
    if (sha256 === undefined || isHere || !isSeen) return;
    const leaving = new AbortController();
    const fetchIt = async () => {
      try {
        const input = { sha256, size: size === 'row' ? ('thumb' as const) : ('full' as const) };
        const visit = size === 'row' ? await readMeta(db, 'visit') : undefined;
        const whole = await api.bytes(endpoints.getFile, input, leaving.signal).catch((error: unknown) => {
          if (of === undefined || !(error instanceof AppError) || error.code !== 'not-found') throw error;
          return undefined;
        });
        const ofOne = { ...input, ...(of === undefined ? {} : { of }) };
        const bytes = whole ?? (await api.bytes(endpoints.getFile, ofOne, leaving.signal));
        if (leaving.signal.aborted) return;
        setFetched({ blob: bytes, failed: false });
        if (whole && size === 'row') keepThumb(db, sha256, whole, Date.now(), visit).catch(console.warn); // it is on the screen
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // out of reach, or not for this viewer
        if (!leaving.signal.aborted) setFetched({ failed: true });
      }
    };
    void fetchIt();
    return () => {
      leaving.abort();
      setFetched(NOT_YET);
    };
  }, [api, db, of, sha256, size, isSeen, isHere]);
  return fetched;
}
