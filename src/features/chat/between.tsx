import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { MAX_TITLE } from '../../../contract/limits.ts';
import { type Conversation, updateConversation } from '../../../contract/message.ts';
import { useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './chat.module.css';

type Asking = 'phone' | 'email' | 'block' | 'complaint';
const WAYS = ['phone', 'email'] as const;

/** What the two know of each other and how they part: numbers revealed by one's own tap, blocking, telling the team (A16). */
export function Between({ conversation, onChanged }: { conversation: Conversation; onChanged: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const phone = useSession((session) => session.user?.phone);
  const { revealed, revealing, blocked, with: name, withErased } = conversation;

  async function change(input: Omit<InputOf<typeof updateConversation>, 'id'>, said: string): Promise<void> {
    try {
      await api.call(updateConversation, { id: conversation.id, ...input });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showToast(t('details.followFailed'), 'lost');
    }
    setAsking(undefined);
    onChanged();
    showToast(said, 'found');
  }

  return (
    <div className={styles.between}>
      {revealed.phone && (
        <LinkButton kind="outlined" icon="phone" href={`tel:${revealed.phone.replaceAll(/[^+\d]/g, '')}`}>
          {revealed.phone}
        </LinkButton>
      )}
      {revealed.email && (
        <LinkButton kind="outlined" icon="mail" href={`mailto:${revealed.email}`}>
          {revealed.email}
        </LinkButton>
      )}
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="shield" size="small" />
        {t('chat.between')}
      </button>
      <div id={id} className={styles.panel} hidden={!open}>
        {!withErased && (
          <>
            <p>{t('chat.masked', { name })}</p>
            {WAYS.map((way) =>
              revealing.includes(way) ? (
                <Button key={way} kind="outlined" onClick={() => void change({ hide: way }, t('chat.hidden'))}>
                  {t(`chat.hide.${way}`)}
                </Button>
              ) : (
                <Button key={way} kind="outlined" disabled={way === 'phone' && !phone} onClick={() => setAsking(way)}>
                  {t(way === 'phone' && !phone ? 'chat.noPhone' : `chat.reveal.${way}`)}
                </Button>
              ),
            )}
            {blocked === 'by-me' ? (
              <Button kind="outlined" onClick={() => void change({ blocked: false }, t('chat.unblocked'))}>
                {t('chat.unblock')}
              </Button>
            ) : (
              <Button kind="danger" onClick={() => setAsking('block')}>
                {t('chat.block')}
              </Button>
            )}
          </>
        )}
        <Button kind="quiet" icon="alert" onClick={() => setAsking('complaint')}>
          {t('chat.complain')}
        </Button>
      </div>
      {asking && asking !== 'complaint' && (
        <Question
          name={name}
          asking={asking}
          onClose={() => setAsking(undefined)}
          onYes={() =>
            void (asking === 'block'
              ? change({ blocked: true }, t('chat.blocked'))
              : change({ reveal: asking }, t('chat.revealed')))
          }
        />
      )}
      {asking === 'complaint' && (
        <Complaint
          onClose={() => setAsking(undefined)}
          onYes={(complaint) => void change({ complaint }, t('chat.complained'))}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  name: string;
  asking: Exclude<Asking, 'complaint'>;
  onClose: () => void;
  onYes: () => void;
}

function Question({ name, asking, onClose, onYes }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      title={t(`chat.ask.${asking}`, { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind={asking === 'block' ? 'danger' : 'filled'} onClick={onYes}>
            {t(asking === 'block' ? 'chat.block' : `chat.reveal.${asking}`)}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(`chat.askText.${asking}`)}</p>
    </Dialog>
  );
}

function Complaint({ onClose, onYes }: { onClose: () => void; onYes: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <ReasonDialog
      title={t('chat.complain')}
      act={t('chat.complainYes')}
      kind="danger"
      label={t('chat.complainWhat')}
      needed={t('chat.complainNeeded')}
      most={MAX_TITLE}
      onClose={onClose}
      onReason={onYes}
    >
      <p>{t('chat.complainText')}</p>
    </ReasonDialog>
  );
}
