import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import { useServices } from '../../app/services.ts';
import { findPhoto, keepThumb } from '../../store/records.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/photo.tsx';
import styles from './report-photo.module.css';

interface ReportPhotoProps {
  sha256: string | undefined;
  alt: string;
  /** Without a photo a person is drawn as the outline of a face, a thing as an empty frame. */
  kind: 'person' | 'item';
  size?: 'row' | 'full';
}

/** A photo of a report: the small one from this phone if it is here, else from the server once it comes into sight. */
export function ReportPhoto({ sha256, alt, kind, size = 'row' }: ReportPhotoProps) {
  const box = useRef<HTMLSpanElement>(null);
  const { db } = useServices();
  const kept = useLiveQuery(async () => (sha256 === undefined ? undefined : findPhoto(db, sha256)), [db, sha256]);
  const fetched = useFetched(sha256, size, box, size === 'row' && kept !== undefined);
  const blob = fetched ?? kept;
  return (
    <span ref={box} className={size === 'row' ? styles.row : styles.full}>
      {blob === undefined && kind === 'item' ? (
        <span className={styles.none}>
          <Icon name="photo" />
        </span>
      ) : (
        <Photo blob={blob} alt={alt} size={size} />
      )}
    </span>
  );
}

/** The bytes from the server, asked for when the place of the photo is seen; nothing while they cannot be had. */
function useFetched(
  sha256: string | undefined,
  size: 'row' | 'full',
  box: React.RefObject<HTMLElement | null>,
  isHere: boolean,
): Blob | undefined {
  const { api, db } = useServices();
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => {
    const place = box.current;
    if (sha256 === undefined || isHere || !place) return;
    const leaving = new AbortController();
    const fetchIt = async () => {
      try {
        const input = { sha256, size: size === 'row' ? ('thumb' as const) : ('full' as const) };
        const bytes = await api.bytes(endpoints.getFile, input, leaving.signal);
        if (leaving.signal.aborted) return;
        setBlob(bytes);
        if (size === 'row') await keepThumb(db, sha256, bytes, Date.now());
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // out of reach, or not for this viewer: the place stays empty
      }
    };
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void fetchIt();
    });
    seen.observe(place);
    return () => {
      leaving.abort();
      seen.disconnect();
      setBlob(undefined);
    };
  }, [api, db, sha256, size, box, isHere]);
  return blob;
}
