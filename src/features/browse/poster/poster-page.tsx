import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { sharePicture } from '../../../platform/share-file.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useObjectUrl } from '../../../ui/photo.tsx';
import { RecordSkeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useDetails } from '../details/use-details.ts';
import styles from './poster-page.module.css';
import { type Picture, usePicture } from './use-picture.ts';

/** /items/:id/poster: one picture to share, or to print and put up, made on this phone (decision 069). */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { reading } = useDetails(id);
  const read = reading.kind === 'read' ? reading.details : undefined;
  const picture = usePicture(read?.data, read?.alert);
  const isHere = read !== undefined || reading.kind === 'loading';
  return (
    <>
      <div className={styles.screen}>
        <PageTitle title={t('poster.title')} back={`/items/${id}`}>
          {isHere && picture.kind !== 'none' && t('poster.hint')}
        </PageTitle>
      </div>
      {isHere ? (
        <Sheet picture={picture} name={`wapsi-${id.slice(0, 8)}.jpg`} />
      ) : (
        <Banner tone="wait" icon="info">
          {t('details.notHereText')}
        </Banner>
      )}
    </>
  );
}

function Sheet({ picture, name }: { picture: Picture; name: string }) {
  const { t } = useTranslation();
  switch (picture.kind) {
    case 'drawing':
      return <RecordSkeleton />;
    case 'none':
      return (
        <Banner tone="wait" icon="shield">
          {t('poster.guarded')}
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="lost" icon="alert">
          {t('poster.failed')}
        </Banner>
      );
    case 'drawn':
      return <Drawn picture={picture} name={name} />;
  }
}

function Drawn({ picture, name }: { picture: Extract<Picture, { kind: 'drawn' }>; name: string }) {
  const { t } = useTranslation();
  const { blob, text, lacksPhoto } = picture;
  const url = useObjectUrl(blob);
  async function share(): Promise<void> {
    if ((await sharePicture(blob, name)) === 'saved') showToast(t('poster.saved'), 'found');
  }
  return (
    <div className={styles.drawn}>
      {lacksPhoto && (
        <div className={styles.screen}>
          <Banner tone="wait" icon="photo">
            {t('poster.noPhoto')}
          </Banner>
        </div>
      )}
      {url && <img className={styles.sheet} src={url} alt={t('poster.picture', { text })} />}
      <div className={styles.screen}>
        <ActionBar>
          <Button icon="share" wide onClick={() => void share()}>
            {t('poster.share')}
          </Button>
          <Button kind="outlined" icon="download" wide onClick={() => print()}>
            {t('poster.print')}
          </Button>
        </ActionBar>
      </div>
    </div>
  );
}
