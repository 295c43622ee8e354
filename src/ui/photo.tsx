import { useEffect, useState } from 'react';
import styles from './photo.module.css';

const OUTLINES = {
  person: 'M32 16a10 10 0 1 1 0 20a10 10 0 1 1 0-20M13 56c1-12 9-17 19-17s18 5 19 17',
  item: 'M17 25h30l3 26H14zM24 25v-3a8 8 0 0 1 16 0v3',
};

interface PhotoProps {
  /** The bytes, or nothing when the photo is not on this phone or not shown to this viewer. */
  blob: Blob | undefined;
  /** What it shows; empty when the words beside it say so already. */
  alt: string;
  /** `row` is the small square of a list; `full` fills its container; `whole` shows all of it, in its own shape. */
  size?: 'row' | 'full' | 'whole';
  /** What the dashed outline shows where there is no photo. */
  kind?: 'person' | 'item';
}

/** A photo kept as bytes on this phone. Without one it draws the dashed outline of a person, or of a bag for a thing. */
export function Photo({ blob, alt, size = 'row', kind = 'person' }: PhotoProps) {
  const url = useObjectUrl(blob);
  const className = `${styles.photo} ${styles[size]}`;
  if (url !== undefined) return <img className={className} src={url} alt={alt} decoding="async" />;
  return (
    <svg className={`${className} ${styles.none}`} viewBox="0 0 64 64" aria-hidden="true">
      <path d={OUTLINES[kind]} />
    </svg>
  );
}

/** The address of a blob while the component lives. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
