import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonDetails } from '../../ui/person-details.tsx';
import type { Entry } from './entries.ts';
import { labelOf, stateText } from './entry-row.tsx';
import styles from './page.module.css';

interface EntryDialogProps {
  entry: Entry;
  onClose: () => void;
  onAgain: () => void;
  onDrop: () => void;
}

/** One report or scan closer: what its state means, and what the user can do about it. */
export function EntryDialog({ entry, onClose, onAgain, onDrop }: EntryDialogProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const { state } = entry;
  const isHere = state.kind === 'saved' || state.kind === 'needs-you';
  const answer = entry.kind === 'scan' ? entry.scan.answer : undefined;
  return (
    <Dialog
      open
      title={asked ? t('outbox.dropTitle') : labelOf(t, entry)}
      onClose={onClose}
      actions={
        asked ? (
          <>
            <Button
              kind="danger"
              onClick={() => {
                onDrop();
                onClose();
              }}
            >
              {t('outbox.drop')}
            </Button>
            <Button kind="outlined" onClick={() => setAsked(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <>
            {state.kind === 'needs-you' && (
              <Button
                onClick={() => {
                  onAgain();
                  onClose();
                }}
              >
                {t('common.again')}
              </Button>
            )}
            {isHere && (
              <Button kind="outlined" icon="trash" onClick={() => setAsked(true)}>
                {t('outbox.drop')}
              </Button>
            )}
            <Button kind="quiet" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      {asked ? (
        <p>{t('outbox.dropText')}</p>
      ) : (
        <div className={styles.facts}>
          <p>{stateText(t, entry)}</p>
          <p>{t(`outbox.about.${state.kind}`)}</p>
          {state.kind === 'needs-you' && <p>{t(`errors.${state.error}.todo`)}</p>}
          {answer?.candidates.map(({ band, data }) => (
            <div key={data.id}>
              <p>
                <b>{t(data.contact === 'guarded' ? 'match.guarded' : `match.${band}`)}</b>{' '}
                {data.contact === 'guarded' ? t('match.guardedHelp') : t('match.youDecide')}
              </p>
              {data.contact !== 'guarded' && <PersonDetails view={data} />}
            </div>
          ))}
        </div>
      )}
    </Dialog>
  );
}
