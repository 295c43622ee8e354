/** Who a report is about, on photos that are added to it later and show several people. */

import { useRef, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import type { PhotoFace } from '../../../contract/photo-face.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';

/**
 * One face alone is read by the server, as is what this phone cannot read; asked is only what nobody but the user knows. An
 * answer lives as long as the form: what was chosen and not sent is asked again on the page of the report.
 */
export function useChosenFaces() {
  const { face } = useServices();
  const [asked, setAsked] = useState<readonly { photo: Photo; faces: readonly { photo: Blob }[] }[]>([]);
  /** What is still being read for an answer: who saves meanwhile waits for it. */
  const chosen = useRef(new Map<string, Promise<PhotoFace | undefined>>());
  const [question] = asked;

  const read = async (photo: Photo, which?: number) => {
    try {
      return await face.enrol(photo.blob, which);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      return undefined;
    }
  };
  const readChosen = async (photo: Photo, which: number): Promise<PhotoFace | undefined> => {
    const found = await read(photo, which);
    if (found?.kind !== 'enrolled') return undefined;
    return { photo: photo.sha256, descriptor: found.descriptor, model: found.model };
  };

  return {
    /** The faces of the photo that is asked about now. */
    faces: question?.faces,
    async look(photo: Photo): Promise<void> {
      const found = await read(photo);
      if (found?.kind === 'several-faces') setAsked((before) => [...before, { photo, faces: found.faces }]);
    },
    forget({ sha256 }: Photo): void {
      chosen.current.delete(sha256);
      setAsked((before) => before.filter(({ photo }) => photo.sha256 !== sha256));
    },
    answer(which: number | undefined): void {
      setAsked((before) => before.slice(1));
      if (question && which !== undefined) chosen.current.set(question.photo.sha256, readChosen(question.photo, which));
    },
    /** Those of the photos that the report is to have. */
    async of(photos: readonly string[]): Promise<PhotoFace[]> {
      const faces = await Promise.all(chosen.current.values());
      return faces.filter((one): one is PhotoFace => one !== undefined && photos.includes(one.photo));
    },
  };
}
