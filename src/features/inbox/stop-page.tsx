import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { AppError } from '../../../contract/errors.ts';
import { stopByToken } from '../../../contract/notice.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './inbox.module.css';

type State = { kind: 'asking' } | { kind: 'busy' } | { kind: 'stopped' } | { kind: 'failed' };

/**
 * /stop/:token, from a mail: one tap ends it, without signing in. It takes that tap, for mail programs open the links
 * of a mail by themselves to look what is behind them.
 */
export function Page() {
  const { token = '' } = useParams();
  const { t } = useTranslation();
  const { api } = useServices();
  const [state, setState] = useState<State>({ kind: 'asking' });

  async function stop(): Promise<void> {
    setState({ kind: 'busy' });
    try {
      await api.call(stopByToken, { token });
      setState({ kind: 'stopped' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A token that names nothing any more: what it stood for has ended, which is what was wanted.
      setState({ kind: ['not-found', 'bad-input'].includes(error.code) ? 'stopped' : 'failed' });
    }
  }

  if (state.kind === 'stopped')
    return (
      <div className={styles.stop} role="status">
        <Ring shape="closed" tone="found" mark="tick" />
        <PageTitle title={t('stop.done')} focus>
          {t('stop.doneText')}
        </PageTitle>
        <LinkButton kind="outlined" to="/">
          {t('notFound.home')}
        </LinkButton>
      </div>
    );
  return (
    <div className={styles.stop}>
      <PageTitle title={t('stop.title')}>{t('stop.text')}</PageTitle>
      {state.kind === 'failed' && (
        <Banner tone="lost" icon="alert">
          {t('stop.failed')}
        </Banner>
      )}
      <Button busy={state.kind === 'busy'} onClick={() => void stop()}>
        {t('stop.yes')}
      </Button>
    </div>
  );
}
