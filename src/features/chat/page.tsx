import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './chat.module.css';
import { Conversations } from './conversations.tsx';
import { Thread } from './thread.tsx';

/** /chat, for everyone (R15, R47), and /chat/:id: on a wide screen the list stands beside the conversation. */
export function Page() {
  const { id } = useParams();
  const signedIn = useSession((session) => session.signedIn);
  if (!signedIn) return <SignedOut />;
  return (
    <div className={styles.page} data-open={id !== undefined}>
      <div className={styles.side}>
        <Conversations current={id} />
      </div>
      <div className={styles.main}>{id === undefined ? <NoneOpen /> : <Thread key={id} id={id} />}</div>
    </div>
  );
}

/** What the chat is, and the way in that leads back here (A16). */
function SignedOut() {
  const { t } = useTranslation();
  const from = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle title={t('chat.title')} />
      <EmptyState
        title={t('chat.signedOut')}
        action={<Button onClick={() => void navigate('/login', { state: { from } })}>{t('nav.login')}</Button>}
      >
        {t('chat.signedOutText')}
      </EmptyState>
    </>
  );
}

function NoneOpen() {
  const { t } = useTranslation();
  return <p className={styles.noneOpen}>{t('chat.noneOpen')}</p>;
}
