/** The poster of a report as a picture; it is drawn once all that it needs has come, or is known not to come. */

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AreaAlert } from '../../../../contract/alert.ts';
import { AppError } from '../../../../contract/errors.ts';
import { endpoints } from '../../../../contract/protocol.ts';
import type { ReportView } from '../../../../contract/report.ts';
import type { Api } from '../../../api/client.ts';
import { isLanguage, type Language, textsOf } from '../../../i18n/language.ts';
import { useServices } from '../../../services.ts';
import type { LocalDb } from '../../../store/db.ts';
import { findPhoto } from '../../../store/others/records.ts';
import { drawPoster } from './draw-poster.ts';
import { type Poster, posterOf, textOf } from './poster.ts';

export type Picture =
  | { kind: 'drawing' }
  | { kind: 'drawn'; blob: Blob; text: string; lacksPhoto: boolean }
  /** Children, people who were found, and what is not published have no poster. */
  | { kind: 'none' }
  | { kind: 'failed' };

/** The language that is shown, and the one beside it: a poster hangs where others read another. */
const BESIDE: Record<Language, Language> = { en: 'pa', pa: 'en', hi: 'en' };

export function usePicture(view: ReportView | undefined, alert: AreaAlert | undefined): Picture {
  const { api, db } = useServices();
  const { i18n } = useTranslation();
  const shown = i18n.language;
  const [picture, setPicture] = useState<Picture>({ kind: 'drawing' });
  useEffect(() => {
    if (view === undefined || !isLanguage(shown)) return;
    const leaving = new AbortController();
    const show = (picture: Picture) => {
      if (!leaving.signal.aborted) setPicture(picture);
    };
    const draw = async (): Promise<Picture> => {
      const poster = await posterFor(view, alert, [shown, BESIDE[shown]]);
      if (poster === undefined) return { kind: 'none' };
      const photo = poster.photo === undefined ? undefined : await photoOf(api, db, poster.photo, leaving.signal);
      const blob = await drawPoster(poster, photo);
      photo?.close();
      if (blob === undefined) return { kind: 'failed' };
      return { kind: 'drawn', blob, text: textOf(poster), lacksPhoto: poster.photo !== undefined && !photo };
    };
    draw().then(show, (error: unknown) => {
      console.error('The poster could not be drawn', error);
      show({ kind: 'failed' });
    });
    return () => leaving.abort();
  }, [api, db, view, alert, shown]);
  return picture;
}

/** Of a record that has none by itself there is one while an alert runs. */
async function posterFor(
  view: ReportView,
  alert: AreaAlert | undefined,
  languages: Language[],
): Promise<Poster | undefined> {
  const tongues = await Promise.all(languages.map(async (language) => ({ language, t: await textsOf(language) })));
  const poster = posterOf(
    view,
    tongues.map(({ t }) => t),
    location.origin,
  );
  if (poster !== undefined || alert === undefined) return poster;
  const { posterOfAlert } = await import('./alert-poster.ts');
  return posterOfAlert(alert, tongues, location.origin);
}

/** The photo from the server, else the small one that this phone keeps, if it is one that can be read. */
async function photoOf(api: Api, db: LocalDb, sha256: string, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const blob = await api.bytes(endpoints.getFile, { sha256, size: 'full' }, signal).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return findPhoto(db, sha256);
  });
  try {
    return blob && (await createImageBitmap(blob));
  } catch (error) {
    console.warn('The photo of the poster cannot be read', error);
    return undefined;
  }
}
