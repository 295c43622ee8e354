import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import { type Picture, shrinkPhoto } from '../../platform/image.ts';
import { dropShared, readShared, type Shared } from '../../platform/shared-in.ts';
import { useServices } from '../../services.ts';
import { writeDraft } from '../../store/own/drafts.ts';
import { keepFileIfItFits } from '../../store/own/fitting.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './page.module.css';

const KINDS = ['lost', 'found', 'item'] as const;
type Kind = (typeof KINDS)[number];

type State =
  | { kind: 'reading' }
  | { kind: 'nothing' }
  | { kind: 'asking'; shared: Shared; trouble?: PhotoTrouble }
  | { kind: 'working'; shared: Shared };

/** /share: what another app shared into this one. Only its reader knows what it is, so it asks. */
export function Page() {
  const { t } = useTranslation();
  const { db } = useServices();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ kind: 'reading' });

  useEffect(() => {
    readShared(Date.now()).then(
      (shared) => setState(shared ? { kind: 'asking', shared } : { kind: 'nothing' }),
      (error: unknown) => {
        console.warn('What was shared cannot be read', error);
        setState({ kind: 'nothing' });
      },
    );
  }, []);

  async function report(shared: Shared, kind: Kind): Promise<void> {
    setState({ kind: 'working', shared });
    const photos: Picture[] = [];
    const trouble = await choosePhotos(shared.photos, MAX_IMAGES, async (photo) => {
      await keepFileIfItFits(db, photo, Date.now());
      photos.push(photo);
    });
    if (trouble) return setState({ kind: 'asking', shared, trouble });
    const id = crypto.randomUUID();
    const values = { ...(kind === 'item' ? {} : { type: kind }), description: shared.words };
    await writeDraft(db, {
      id,
      opId: crypto.randomUUID(),
      ...(kind === 'item' ? { form: kind } : {}),
      values,
      photos: photos.map(({ sha256 }) => sha256),
      videos: [],
      updatedAt: Date.now(),
    });
    await dropShared();
    await navigate(kind === 'item' ? '/post-item?kind=item' : `/face-recognition?draft=${id}`, { replace: true });
  }

  async function scan(shared: Shared, file: File): Promise<void> {
    setState({ kind: 'working', shared });
    try {
      const { blob } = await shrinkPhoto(file);
      await dropShared();
      await navigate('/face-recognition', { replace: true, state: { photo: blob } });
    } catch (error) {
      console.warn(error);
      setState({ kind: 'asking', shared, trouble: 'not-readable' });
    }
  }

  if (state.kind === 'reading') return <Skeleton rows={4} />;
  if (state.kind === 'nothing') {
    return (
      <>
        <PageTitle title={t('share.title')} back="/" />
        <EmptyState title={t('share.nothing')} tone="wait" action={<LinkButton to="/">{t('share.home')}</LinkButton>}>
          {t('share.nothingText')}
        </EmptyState>
      </>
    );
  }
  const { shared } = state;
  const [first] = shared.photos;
  return (
    <>
      <PageTitle title={t('share.title')} back="/">
        {t('share.lead')}
      </PageTitle>
      <ul className={styles.photos}>
        {shared.photos.map((photo, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <li key={index}>
            <Photo blob={photo} alt={t('form.photoOf', { number: index + 1 })} size="full" />
          </li>
        ))}
      </ul>
      {shared.words !== '' && <blockquote className={styles.words}>{shared.words}</blockquote>}
      <div aria-live="polite">
        {state.kind === 'asking' && state.trouble && <Banner tone="lost">{t('form.error.photo')}</Banner>}
        {state.kind === 'working' && <Spinner label={t('form.photoBusy')} />}
      </div>
      <div className={styles.choices}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            kind="outlined"
            wide
            disabled={state.kind === 'working'}
            onClick={() => void report(shared, kind)}
          >
            {t(`share.${kind}`)}
          </Button>
        ))}
        {first && (
          <Button
            kind="outlined"
            icon="scan"
            wide
            disabled={state.kind === 'working'}
            onClick={() => void scan(shared, first)}
          >
            {t('share.scan')}
          </Button>
        )}
        <Button
          kind="quiet"
          icon="trash"
          wide
          onClick={() => void dropShared().then(() => navigate('/', { replace: true }))}
        >
          {t('share.drop')}
        </Button>
      </div>
    </>
  );
}
