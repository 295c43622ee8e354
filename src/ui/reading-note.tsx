/** What a page that reads from the server says when the server does not answer. */

import { useTranslation } from 'react-i18next';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { TimeAgo } from './time-ago.tsx';

interface NoteProps {
  onAgain: () => void;
}

/** Nothing could be read, and nothing was read before. */
export function NotRead({ what, onAgain }: NoteProps & { what: string }) {
  return (
    <Banner tone="lost" icon="alert" action={<Again onAgain={onAgain} />}>
      {what}
    </Banner>
  );
}

/** What is shown was read some time ago. */
export function SeenEarlier({ at, onAgain }: NoteProps & { at: number }) {
  const { t } = useTranslation();
  return (
    <Banner tone="wait" icon="offline" action={<Again onAgain={onAgain} />}>
      <b>{t('details.seen')}</b> <TimeAgo at={at} />
    </Banner>
  );
}

function Again({ onAgain }: NoteProps) {
  const { t } = useTranslation();
  return (
    <Button kind="quiet" icon="refresh" onClick={onAgain}>
      {t('common.again')}
    </Button>
  );
}
