import { AppError } from '../../contract/errors.ts';
import { type Picture, shrinkPhoto } from './image.ts';

/** Why not every chosen photo was taken. */
export type PhotoTrouble = 'too-many' | 'not-readable' | 'trouble';

/**
 * Make chosen photos small and free of metadata, one at a time, and hand each over; those beyond `room` are left out.
 * Answers what went wrong last, if anything did; the others were taken all the same.
 */
export async function choosePhotos(
  files: readonly File[],
  room: number,
  take: (photo: Picture) => void | Promise<void>,
): Promise<PhotoTrouble | undefined> {
  let trouble: PhotoTrouble | undefined = files.length > room ? 'too-many' : undefined;
  for (const file of files.slice(0, room)) {
    try {
      await take(await shrinkPhoto(file));
    } catch (cause) {
      console.error(cause);
      trouble = cause instanceof AppError && cause.code === 'not-readable' ? 'not-readable' : 'trouble';
    }
  }
  return trouble;
}
