import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { MAX_TEXT, MAX_TITLE } from '../../../contract/limits.ts';
import { type ObjectionKind, objectTo } from '../../../contract/protection.ts';
import { PERMISSIONS } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { formatDay, formatTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './objection.module.css';
import { Selfie } from './selfie.tsx';
import type { Moments } from './use-selfie.ts';

const KINDS: readonly ObjectionKind[] = ['me', 'safe', 'remove'];

/** /items/:id/this-is-me: whoever a report is about says so, without an account. It is sent at once or not at all. */
export function Page() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { api } = useServices();
  const role = useSession((session) => session.user?.role);
  const isOfficer = PERMISSIONS.police.some((one) => one === role);
  const [kind, setKind] = useState<ObjectionKind>('me');
  const [words, setWords] = useState('');
  const [contact, setContact] = useState('');
  const [inPerson, setInPerson] = useState(false);
  const [selfie, setSelfie] = useState<Moments>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode>();
  const [dueAt, setDueAt] = useState<Date>();

  async function send(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const said = {
      ...(words.trim() ? { words: words.trim() } : {}),
      ...(contact.trim() ? { contact: contact.trim() } : {}),
      ...(selfie ? { selfie } : {}),
    };
    try {
      const sent = await api.call(objectTo, { id, kind, ...said, ...(inPerson ? { inPerson } : {}) });
      setDueAt(new Date(sent.dueAt));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setFailure(error.code);
    } finally {
      setBusy(false);
    }
  }

  if (dueAt) return <Sent dueAt={dueAt} proven={selfie !== undefined || inPerson} />;
  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <PageTitle title={t('objection.title')} back={`/items/${id}`}>
        {t('objection.lead')}
      </PageTitle>
      <fieldset className={styles.kinds}>
        <legend>{t('objection.which')}</legend>
        {KINDS.map((one) => (
          <label key={one} className={styles.kind}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            <span>
              <b>{t(`objection.kind.${one}`)}</b>
              <span className={styles.quiet}>{t(`objection.kindText.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isOfficer ? (
        <Checkbox
          checked={inPerson}
          onChange={setInPerson}
          label={t('objection.inPerson')}
          detail={t('objection.inPersonText')}
        />
      ) : (
        <Selfie onTaken={setSelfie} />
      )}
      <Field label={t('objection.words')} hint={t('objection.wordsHint')} optional>
        {(control) => (
          <textarea
            {...control}
            maxLength={MAX_TEXT}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('objection.contact')} hint={t('objection.contactHint')} optional>
        {(control) => (
          <input
            {...control}
            maxLength={MAX_TITLE}
            value={contact}
            onChange={(event) => setContact(event.target.value)}
          />
        )}
      </Field>
      <FormFailure>{failure && `${t(`errors.${failure}.what`)}. ${t(`errors.${failure}.todo`)}`}</FormFailure>
      <Button type="submit" wide busy={busy}>
        {t('objection.send')}
      </Button>
    </form>
  );
}

/** What happens now, and by when: the same whether or not the face was near. */
function Sent({ dueAt, proven }: { dueAt: Date; proven: boolean }) {
  const { t } = useTranslation();
  const due = { day: formatDay(t, dueAt, new Date()), time: formatTime(t, dueAt) };
  return (
    <div className={styles.page}>
      <PageTitle title={t('objection.sent')} />
      <Banner tone="found" icon="check">
        {t('objection.due', due)}
      </Banner>
      <p>{t(proven ? 'objection.sentProven' : 'objection.sentPlain')}</p>
      <p>{t('objection.family')}</p>
      <div className={styles.buttons}>
        <LinkButton href="tel:112" icon="phone">
          {t('details.call112')}
        </LinkButton>
        <LinkButton kind="outlined" to="/">
          {t('notFound.home')}
        </LinkButton>
      </div>
    </div>
  );
}
