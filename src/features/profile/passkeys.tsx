import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '../../../contract/passkey.ts';
import { keepUser } from '../../api/session.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { createPasskey, hasPasskeys } from '../../platform/passkey.ts';
import { useServices } from '../../services.ts';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { passkeyFailure, type Said } from './passkey-words.ts';
import styles from './profile.module.css';
import { Prove } from './prove.tsx';

/** The passkeys of the account: add one, take one away. Both want a sign-in that is fresh. */
export function Passkeys({ needed }: { needed: boolean }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const read = useRead('listPasskeys', {});
  const refresh = useRefresh();
  const [name, setName] = useState<string>();
  const [asked, setAsked] = useState<Passkey>();
  const [proving, setProving] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Said>();
  const passkeys = read.data?.data;
  const mayAdd = hasPasskeys();

  async function attempt(act: () => Promise<Said | undefined>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setFailure(await act());
    } catch (error) {
      const isUnproved = error instanceof AppError && ['proof-needed', 'passkey-needed'].includes(error.code);
      if (isUnproved) setProving(true);
      else setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
      setAsked(undefined);
      void refresh('listPasskeys');
      void refresh('listSessions');
    }
  }

  const add = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const done = await createPasskey(await api.call(beginPasskey, {}));
      if (done.kind !== 'done') return `passkey.error.${done.kind}`;
      const { user } = await api.call(addPasskey, { made: done.answer, ...(name ? { name } : {}) });
      keepUser(user);
      setName(undefined);
      showToast(t('passkey.addedNow'), 'found');
      return undefined;
    });
  };
  const remove = ({ id }: Passkey) =>
    attempt(async () => {
      await api.call(removePasskey, { id });
      showToast(t('passkey.removedNow'), 'found');
      return undefined;
    });

  return (
    <section className={styles.section} id="passkeys">
      <h2>{t('passkey.title')}</h2>
      <p>{t('passkey.lead')}</p>
      {!passkeys &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('passkey.readFailed')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={1} />
        ))}
      {passkeys?.length === 0 && <p>{t('passkey.none')}</p>}
      {passkeys && passkeys.length > 0 && (
        <List>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </List>
      )}
      {(proving || (needed && passkeys && passkeys.length > 0)) && <Prove onDone={() => setProving(false)} />}
      <FormFailure>{failure && t(failure)}</FormFailure>
      {!mayAdd && (
        <p>{t('PublicKeyCredential' in globalThis ? 'passkey.error.address' : 'passkey.error.unsupported')}</p>
      )}
      {mayAdd && name === undefined && (
        <div className={styles.buttons}>
          <Button kind="outlined" icon="plus" onClick={() => setName('')}>
            {t('passkey.add')}
          </Button>
        </div>
      )}
      {mayAdd && name !== undefined && (
        <form className={styles.form} noValidate onSubmit={add}>
          <Field label={t('passkey.name')} hint={t('passkey.nameHint')} optional>
            {(control) => (
              <input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <div className={styles.buttons}>
            <Button type="submit" icon="lock" busy={busy}>
              {t('passkey.add')}
            </Button>
            <Button kind="outlined" onClick={() => setName(undefined)}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      )}
      <Dialog
        open={asked !== undefined}
        title={t('passkey.removeAsk', { name: asked?.name })}
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button kind="danger" icon="trash" busy={busy} onClick={() => asked && void remove(asked)}>
              {t('passkey.remove')}
            </Button>
            <Button kind="outlined" onClick={() => setAsked(undefined)}>
              {t('common.keep')}
            </Button>
          </>
        }
      >
        <p>{t('passkey.removeText')}</p>
        {passkeys?.length === 1 && <p>{t('passkey.removeLast')}</p>}
      </Dialog>
    </section>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, addedAt, usedAt, synced } = passkey;
  const day = (at: string) => formatDay(t, new Date(at), new Date());
  const words = [
    t('passkey.added', { day: day(addedAt) }),
    usedAt && t('passkey.used', { day: day(usedAt) }),
    synced && t('passkey.synced'),
  ];
  return (
    <ListRow
      lead={<Icon name="lock" />}
      title={name}
      detail={words.filter(Boolean).join(' · ')}
      action={
        <Button kind="outlined" aria-label={t('passkey.removeOf', { name })} onClick={onRemove}>
          {t('passkey.remove')}
        </Button>
      }
    />
  );
}
