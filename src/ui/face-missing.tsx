import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { PhotoFace } from '../../contract/photo-face.ts';
import type { ReportView } from '../../contract/report.ts';
import { Banner } from './banner.tsx';
import { Button, LinkButton } from './button.tsx';
import { FaceQuestion } from './face-question.tsx';

type Read =
  | { kind: 'no-face' }
  | { kind: 'several-faces'; faces: readonly { photo: Blob }[] }
  | ({ kind: 'enrolled' } & Omit<PhotoFace, 'photo'>);

interface FaceMissingProps {
  of: Pick<ReportView, 'faceless' | 'facesToChoose' | 'photos' | 'status' | 'subject'>;
  /** Where a photo is added. */
  to: string;
  /** One of the report's photos. @throws AppError */
  bytes: (sha256: string) => Promise<Blob>;
  /** What this phone reads on it; of several faces the one that was chosen. @throws AppError */
  read: (photo: Blob, chosen?: number) => Promise<Read>;
  onChosen: (face: PhotoFace) => Promise<void>;
}

const LOOKED_FOR: readonly ReportView['status'][] = ['pending_review', 'published'];

/** One that ended and was opened again later than three days after has lost its photos: nobody has asked for them anew. */
function whyOf({ faceless, photos, status, subject }: FaceMissingProps['of']) {
  if (faceless) return faceless;
  return photos.length === 0 && subject.kind === 'person' && LOOKED_FOR.includes(status) ? 'noPhoto' : undefined;
}

/**
 * Whoever posted a person learns that nobody is found by a photo, and what helps: of several faces on it to say whose it is,
 * or another photo.
 */
export function FaceMissing({ of, to, bytes, read, onChosen }: FaceMissingProps) {
  const { facesToChoose = [] } = of;
  const faceless = whyOf(of);
  const { t } = useTranslation();
  const [isReading, setReading] = useState(false);
  /** The photo is kept with them: the network may be gone when the answer comes. */
  const [asked, setAsked] = useState<{ whole: Blob; faces: readonly { photo: Blob }[] }>();
  const [failure, setFailure] = useState<ErrorCode | 'other'>();
  const [photo] = facesToChoose;
  if (!faceless && photo === undefined) return null;

  /** Nothing is taken without a choice: where this phone sees one face alone, it may be the other one's. */
  async function look(sha256: string, chosen?: number): Promise<void> {
    const whole = asked?.whole ?? (await bytes(sha256));
    const found = await read(whole, chosen);
    if (found.kind === 'several-faces') return setAsked({ whole, faces: found.faces });
    if (found.kind === 'no-face' || chosen === undefined) return setFailure('other');
    const { descriptor, model } = found;
    await onChosen({ photo: sha256, descriptor, model });
  }
  async function lookOrSay(sha256: string, chosen?: number): Promise<void> {
    setReading(true);
    setFailure(undefined);
    setAsked(undefined);
    try {
      await look(sha256, chosen);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setFailure(error.code);
    } finally {
      setReading(false);
    }
  }

  return (
    <Banner
      tone="wait"
      icon="info"
      action={
        <>
          {photo !== undefined && (
            <Button kind="outlined" icon="person" busy={isReading} onClick={() => void lookOrSay(photo)}>
              {t('owner.face.choose')}
            </Button>
          )}
          {failure === 'models-missing' && (
            <LinkButton kind="outlined" icon="download" to="/offline">
              {t('offline.takePlain')}
            </LinkButton>
          )}
          {faceless && (
            <LinkButton kind="outlined" icon="camera" to={to}>
              {t('owner.face.add')}
            </LinkButton>
          )}
        </>
      }
    >
      {photo === undefined ? faceless && t(`owner.face.${faceless}`) : t('owner.face.which')}
      {failure && (
        <p>
          {failure === 'other'
            ? t('owner.face.notRead')
            : `${t('common.sentence', { text: t(`errors.${failure}.what`) })} ${t(`errors.${failure}.todo`)}`}
        </p>
      )}
      <FaceQuestion
        faces={asked?.faces}
        onAnswer={(chosen) => {
          setAsked(undefined);
          if (photo !== undefined && chosen !== undefined) void lookOrSay(photo, chosen);
        }}
      />
    </Banner>
  );
}
