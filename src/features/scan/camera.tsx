import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTDOWN_MS } from '../../../contract/limits.ts';
import { PERMISSIONS } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { totalOf, useFaceDownload } from '../../face/download.ts';
import { chooseFacing, chosenFacing, type Facing } from '../../platform/camera.ts';
import { useServices } from '../../services.ts';
import type { Draft } from '../../store/rows.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/photo.tsx';
import { TakeFaces } from '../../ui/take-faces.tsx';
import styles from './camera.module.css';
import { FacesWords } from './faces-words.tsx';
import { drawLandmarks } from './overlay.ts';
import type { Scan } from './scan.ts';
import type { Scanner, Why } from './scanner.ts';
import { SearchedLine } from './searched-line.tsx';
import { Status } from './status.tsx';
import { useFacesHere } from './use-faces-here.ts';
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
  const { face, faces } = useServices();
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const { facing, flip } = useFacing();
  const [why, setWhy] = useState<Why>({});
  const role = useSession(({ user }) => user?.role);
  const protects = PERMISSIONS.protect.some((one) => one === role);
  const here = useFacesHere(face);
  const { taking, offer } = useFaceDownload();
  const active = !['idle', 'stopped', 'failed'].includes(scan.kind);
  const lacking = here.kind === 'lacking' || here.kind === 'damaged';
  const isFrozen = scan.kind === 'matching' || scan.kind === 'answered';
  const isBusy = isFrozen || scan.kind === 'preparing';
  const preview = scan.kind === 'matching' ? scan.preview : scan.kind === 'answered' ? scan.outcome.photo : undefined;
  const noModels = lacking && offer.kind === 'none';

  useEffect(() => {
    if (lacking) void faces.ask();
  }, [lacking, faces]);

  function start(toward: Facing = facing): void {
    if (!video.current || !canvas.current || !still.current) return;
    const [screen, overlay] = [video.current, canvas.current];
    scanner.because(why);
    void scanner.start(
      {
        video: screen,
        still: still.current,
        draw: (frame) =>
          drawLandmarks(overlay, frame?.landmarks, { width: screen.videoWidth, height: screen.videoHeight }),
      },
      toward,
    );
  }

  // Whoever waited here for the faces came to scan.
  const waits = lacking && (taking.kind === 'taking' || taking.kind === 'waiting');
  const hasWaited = useRef(false);
  useEffect(() => {
    if (waits) hasWaited.current = true;
    if (here.kind !== 'whole' || !hasWaited.current) return;
    hasWaited.current = false;
    if (scan.kind === 'idle' && document.visibilityState === 'visible') start();
  });

  const share = scan.kind === 'detecting' ? 1 - Math.max(0, scan.secondsLeft * 1000) / COUNTDOWN_MS : 0;
  const round = [styles.round, active && styles.active, facing === 'user' && styles.mirrored, isBusy && styles.busy];

  return (
    <div className={styles.page}>
      <div className={styles.stage}>
        <div className={round.filter(Boolean).join(' ')}>
          {/* The picture is for the eyes; the status below says in words what it shows. */}
          <video ref={video} className={styles.video} playsInline muted />
          <canvas ref={canvas} className={styles.overlay} data-testid="overlay" />
          <canvas ref={still} className={styles.still} hidden={!isFrozen} data-testid="still" />
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
                strokeDasharray={isBusy ? `${LENGTH / 4} ${LENGTH}` : `${share * LENGTH} ${LENGTH}`}
              />
            )}
          </svg>
          {!isFrozen && !lacking && (
            <button
              type="button"
              className={styles.flip}
              aria-label={t(facing === 'user' ? 'scan.useBack' : 'scan.useFront')}
              title={t(facing === 'user' ? 'scan.useBack' : 'scan.useFront')}
              onClick={() => {
                const toward = flip();
                if (active) start(toward);
              }}
            >
              <Icon name="flip" />
            </button>
          )}
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
          {!active && <FacesWords here={here.kind} taking={taking} noModels={noModels} />}
          {protects && !active && !lacking && <AskWhy why={why} onChange={setWhy} />}
          {here.kind === 'whole' && <SearchedLine />}
        </div>
      </div>
      <div className={styles.actions}>
        <ActionBar>
          {active ? (
            <Button kind="outlined" wide onClick={scanner.stop}>
              {t('scan.stop')}
            </Button>
          ) : (
            <>
              {!lacking ? (
                <Button wide icon="camera" onClick={() => start()}>
                  {scan.kind === 'idle' ? t('scan.start') : t('common.again')}
                </Button>
              ) : (
                !noModels && (
                  <TakeFaces
                    taking={taking}
                    totalBytes={totalOf(offer, here.pack)}
                    isBegun={here.pack.kind === 'partial'}
                    onTake={faces.take}
                    onPause={faces.pause}
                  />
                )
              )}
              <Button kind={noModels ? 'filled' : 'outlined'} wide icon="pencil" onClick={onManual}>
                {t('scan.manual')}
              </Button>
            </>
          )}
        </ActionBar>
      </div>
    </div>
  );
}

/** Which camera: the one chosen here last; else the front one (R104), or for volunteers, who scan others, the back one. */
function useFacing(): { facing: Facing; flip: () => Facing } {
  const isVolunteer = useSession(({ user }) => user?.role === 'volunteer');
  const [chosen, setChosen] = useState(chosenFacing);
  const facing = chosen ?? (isVolunteer ? 'environment' : 'user');
  return {
    facing,
    flip() {
      const other = facing === 'user' ? 'environment' : 'user';
      setChosen(other);
      chooseFacing(other);
      return other;
    },
  };
}
