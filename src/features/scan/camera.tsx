import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { COUNTDOWN_MS } from '../../../contract/limits.ts';
import { PERMISSIONS } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { mendPack, packInUse, packState } from '../../face/pack.ts';
import type { FrameResult, Recogniser } from '../../face/protocol.ts';
import type { Facing } from '../../platform/camera.ts';
import { useServices } from '../../services.ts';
import type { Draft } from '../../store/rows.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './camera.module.css';
import { drawLandmarks } from './overlay.ts';
import type { Scan } from './scan.ts';
import type { Scanner, Why } from './scanner.ts';
import { SearchedLine } from './searched-line.tsx';
import { AskWhy } from './why.tsx';

interface CameraProps {
  scan: Scan;
  scanner: Scanner;
  draft: Draft | undefined;
  onDraft: (id: string) => void;
  onManual: () => void;
}

const RADIUS = 150;
const LENGTH = 2 * Math.PI * RADIUS;

/** The circular camera view: the countdown draws its ring closed. */
export function Camera({ scan, scanner, draft, onDraft, onManual }: CameraProps) {
  const { t } = useTranslation();
  const { face } = useServices();
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const [why, setWhy] = useState<Why>({});
  const protects = useSession(({ user }) => PERMISSIONS.protect.some((role) => role === user?.role));
  const pack = usePackState(face);
  const active = !['idle', 'stopped', 'failed'].includes(scan.kind);
  const lacking = pack === 'absent' || pack === 'damaged';
  const preview = scan.kind === 'matching' ? scan.preview : scan.kind === 'answered' ? scan.outcome.photo : undefined;

  function start(): void {
    const [screen, overlay] = [video.current, canvas.current];
    if (!screen || !overlay) return;
    const draw = (frame: FrameResult | undefined) =>
      drawLandmarks(overlay, frame?.landmarks, { width: screen.videoWidth, height: screen.videoHeight });
    scanner.because(why);
    void scanner.start(screen, facing, draw);
  }

  const share = scan.kind === 'detecting' ? 1 - Math.max(0, scan.secondsLeft * 1000) / COUNTDOWN_MS : 0;
  const round = `${styles.round} ${active ? styles.active : ''} ${facing === 'user' ? styles.mirrored : ''}`;

  return (
    <>
      <div className={styles.stage}>
        <div className={round}>
          {/* The picture is for the eyes; the status below says in words what it shows. */}
          <video ref={video} className={styles.video} playsInline muted />
          <canvas ref={canvas} className={styles.overlay} data-testid="overlay" />
          {preview && (
            <div className={styles.preview}>
              <Photo blob={preview} alt={t('match.yourScan')} size="full" />
            </div>
          )}
          {!active && (
            <div className={styles.waiting} aria-hidden="true">
              <Icon name="scan" size="large" />
            </div>
          )}
          <svg className={styles.ring} viewBox="0 0 316 316" aria-hidden="true">
            <circle className={styles.track} cx="158" cy="158" r={RADIUS} />
            {active && (
              <circle
                className={styles.arc}
                cx="158"
                cy="158"
                r={RADIUS}
                strokeDasharray={`${share * LENGTH} ${LENGTH}`}
              />
            )}
          </svg>
        </div>
        <div className={styles.words}>
          {scan.kind === 'detecting' && (
            <p className={styles.seconds} role="timer" aria-label={t('scan.secondsLeft', { count: scan.secondsLeft })}>
              {scan.secondsLeft}
            </p>
          )}
          <div aria-live="polite">
            <Status scan={scan} />
          </div>
          {draft && !active && (
            <Banner
              tone="wait"
              icon="pencil"
              action={
                <Button kind="quiet" onClick={() => onDraft(draft.id)}>
                  {t('scan.draftOpen')}
                </Button>
              }
            >
              {t('scan.draft')}
            </Banner>
          )}
          {pack === 'damaged' && !active && (
            <Banner tone="lost" icon="alert">
              <b>{t('errors.models-broken.what')}</b> {t('errors.models-broken.todo')}
            </Banner>
          )}
          {pack === 'mending' && !active && (
            <Banner tone="wait" icon="refresh">
              {t('scan.packMending')}
            </Banner>
          )}
          {pack === 'absent' && !active && (
            <Banner tone="brand" icon="download">
              {t('scan.packNeeded')}
            </Banner>
          )}
          {protects && !active && <AskWhy why={why} onChange={setWhy} />}
          <SearchedLine />
        </div>
        {!active && (
          <div className={styles.more}>
            <Button kind="quiet" icon="refresh" onClick={() => setFacing(facing === 'user' ? 'environment' : 'user')}>
              {t(facing === 'user' ? 'scan.useBack' : 'scan.useFront')}
            </Button>
            <Button kind="quiet" icon="pencil" onClick={onManual}>
              {t('scan.manual')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <ActionBar>
          {active ? (
            <Button kind="outlined" wide onClick={scanner.stop}>
              {t('scan.stop')}
            </Button>
          ) : (
            <>
              {lacking && (
                <LinkButton wide icon="download" to="/offline">
                  {t('scan.takePack')}
                </LinkButton>
              )}
              <Button kind={lacking ? 'outlined' : 'filled'} wide icon="camera" onClick={start}>
                {scan.kind === 'idle' ? t('scan.start') : t('common.again')}
              </Button>
            </>
          )}
        </ActionBar>
      </div>
    </>
  );
}

function Status({ scan }: { scan: Scan }) {
  const { t } = useTranslation();
  switch (scan.kind) {
    case 'idle':
      return <p className={styles.instruction}>{t('scan.instruction')}</p>;
    case 'preparing':
      return <Spinner label={t('scan.preparing')} />;
    case 'detecting':
      return (
        <>
          <p className={styles.status}>{t('scan.detecting')}</p>
          <p className={styles.hint}>{t(`scan.hint.${scan.hint}`)}</p>
        </>
      );
    case 'matching':
    case 'answered':
      return <Spinner label={t('scan.matching')} />;
    case 'stopped':
      return (
        <>
          <p className={styles.status}>{t('scan.stopped')}</p>
          {!scan.byUser && <p className={styles.hint}>{t('scan.stoppedHint')}</p>}
        </>
      );
    case 'failed':
      return (
        <div role="alert">
          <p className={styles.error}>{t(`errors.${scan.code}.what`)}</p>
          <p className={styles.hint}>{t(`errors.${scan.code}.todo`)}</p>
        </div>
      );
    case 'choosing':
      return null;
  }
}

type PackHere = 'unknown' | 'absent' | 'mending' | 'damaged' | 'whole';

/**
 * Opening the page is a sign that a scan follows: while the user reads, the worker gets ready, which tries the pack. What
 * of it is broken is taken again at once, since the user has agreed to the pack before; `damaged` when that does not work.
 */
function usePackState(face: Recogniser): PackHere {
  const [state, setState] = useState<PackHere>('unknown');
  useEffect(() => {
    let here = true;
    const tell = (next: PackHere): void => {
      if (here) setState(next);
    };
    const isSound = () =>
      face.load().then(
        () => true,
        (error: unknown) => !isBroken(error), // any other failure is told by the scan
      );
    async function look(): Promise<void> {
      const inUse = await packInUse();
      if (!inUse) return tell('absent');
      if ((await packState()).kind === 'whole') {
        tell('whole');
        if (await isSound()) return;
      }
      tell('mending');
      await mendPack(inUse, (...request) => fetch(...request));
      tell((await isSound()) ? 'whole' : 'damaged');
    }
    void look().catch(() => tell('damaged'));
    return () => {
      here = false;
    };
  }, [face]);
  return state;
}

const isBroken = (error: unknown): boolean => error instanceof AppError && error.code === 'models-broken';
