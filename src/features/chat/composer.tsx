import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT } from '../../../contract/limits.ts';
import type { Conversation } from '../../../contract/message.ts';
import type { Place } from '../../../contract/primitives.ts';
import { choosePhotos } from '../../platform/choose-photos.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import { type Unsent, useUnsent } from '../../store/own/use-unsent.ts';
import { queueWrite } from '../../store/own/writes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { findPosition } from '../../ui/map/position.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './chat.module.css';

/** Words are kept in less on most phones; a wheel that comes and goes with each message would only flicker. */
const SLOW_MS = 400;

/** Where one writes: words, a photo, or the place where one is. Each is safe on this phone before it sets out. */
export function Composer({ conversation: { id, with: name } }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const field = useId();
  const file = useId();
  const unsent = useUnsent(db, `message/${id}`);
  const text = unsent.text('text');
  const [busy, setBusy] = useState<'text' | 'photo' | 'place'>();
  const [place, setPlace] = useState<Place>();
  /** From the press on, long before the wheel says so: the next press would be the same message again. */
  const isSending = useRef(false);

  async function send(
    message: { text?: string; photo?: Photo; place?: Place },
    { opId, makes }: Pick<Unsent, 'opId' | 'makes'> = { opId: crypto.randomUUID(), makes: crypto.randomUUID() },
  ): Promise<boolean> {
    const { photo, ...words } = message;
    const input = { id: makes, conversationId: id, ...words, ...(photo ? { photo: photo.sha256 } : {}) };
    const what = { endpoint: 'sendMessage' as const, opId, id, label: name, input };
    try {
      await queueWrite(db, { ...what, ...(photo ? { files: [photo] } : {}), now: Date.now() });
    } catch (error) {
      console.error('A message could not be kept', error);
      showToast(t('details.notSaved'), 'lost');
      return false;
    }
    sync.wake();
    return true;
  }

  async function sendText(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const words = text.trim();
    if (words === '' || isSending.current) return;
    isSending.current = true;
    const slow = setTimeout(() => setBusy('text'), SLOW_MS);
    try {
      if (await send({ text: words }, unsent)) await unsent.done();
    } finally {
      isSending.current = false;
      clearTimeout(slow);
      setBusy((now) => (now === 'text' ? undefined : now));
    }
  }

  async function sendPhoto(files: readonly File[]): Promise<void> {
    setBusy('photo');
    const trouble = await choosePhotos(files, 1, async (photo) => void (await send({ photo })));
    if (trouble && trouble !== 'too-many')
      showToast(t(trouble === 'not-readable' ? 'form.error.photo' : 'form.error.photoTrouble'), 'lost');
    setBusy(undefined);
  }

  async function findPlace(): Promise<void> {
    setBusy('place');
    const position = await findPosition();
    setBusy(undefined);
    if (position.kind === 'here') setPlace({ lat: position.lat, lng: position.lng });
    else showToast(t(`chat.position.${position.kind}`), 'lost');
  }

  return (
    <form className={styles.composer} onSubmit={(event) => void sendText(event)}>
      <label className="unseen" htmlFor={field}>
        {t('chat.write')}
      </label>
      <textarea
        id={field}
        className={styles.field}
        rows={1}
        maxLength={MAX_TEXT}
        placeholder={t('chat.write')}
        value={text}
        onChange={(event) => unsent.set({ text: event.target.value })}
        onKeyDown={(event) => {
          // Enter sends where there is a keyboard; a phone's own Enter is a new line, and the button sends.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          if (matchMedia('(pointer: fine)').matches) void sendText(event);
        }}
      />
      <label className={styles.tool} htmlFor={file}>
        {busy === 'photo' ? <Spinner size="small" label={t('form.photoBusy')} /> : <Icon name="photo" />}
        <span className="unseen">{t('chat.addPhoto')}</span>
      </label>
      <input
        id={file}
        className="unseen"
        type="file"
        accept="image/*"
        disabled={busy !== undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void sendPhoto(files);
        }}
      />
      <button
        type="button"
        className={styles.tool}
        aria-label={t('chat.addPlace')}
        disabled={busy !== undefined}
        onClick={() => void findPlace()}
      >
        {busy === 'place' ? <Spinner size="small" /> : <Icon name="pin" />}
      </button>
      <Button type="submit" busy={busy === 'text'}>
        {t('details.send')}
      </Button>
      <Dialog
        open={place !== undefined}
        title={t('chat.sendPlace')}
        onClose={() => setPlace(undefined)}
        actions={
          <>
            <Button
              onClick={() => {
                if (place) void send({ place }).then((kept) => kept && setPlace(undefined));
              }}
            >
              {t('chat.sendPlaceYes')}
            </Button>
            <Button kind="quiet" onClick={() => setPlace(undefined)}>
              {t('common.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('chat.sendPlaceText', { name })}</p>
      </Dialog>
    </form>
  );
}
