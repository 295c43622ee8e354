import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../contract/auth.ts';
import { ADMIN_PROPOSAL_HOURS } from '../../../contract/limits.ts';
import { useSession } from '../../api/session.ts';
import { pictureOf } from '../../api/session-user.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PasskeyNeeded } from '../../ui/passkey-needed.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Duty } from './duty.tsx';
import { PersonDialog } from './person-dialog.tsx';
import styles from './profile.module.css';

/** Accounts for moderators and admins: look up, suspend, and for admins give a role. For anyone else it is not there (A18). */
export function Page() {
  const { t } = useTranslation();
  const role = useSession((session) => session.user?.role);
  const needsPasskey = useSession((session) => session.user?.needsPasskey);
  if (needsPasskey)
    return (
      <>
        <PageTitle title={t('people.title')} />
        <PasskeyNeeded />
      </>
    );
  if (role === 'admin' || role === 'moderator') return <People canGive={role === 'admin'} />;
  return <NotHere />;
}

function People({ canGive }: { canGive: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [open, setOpen] = useState<Account>();
  const read = useRead('findUsers', { q });
  const refresh = useRefresh();
  const own = useSession((session) => session.user?.id);

  function find(event: FormEvent): void {
    event.preventDefault();
    setQ(typed.trim());
  }

  return (
    <>
      <PageTitle title={t('people.title')} back="/moderation">
        {t('people.sub')}
      </PageTitle>
      <form className={styles.search} onSubmit={find}>
        <Field
          label={t('people.search')}
          action={
            <Button type="submit" icon="search">
              {t('people.find')}
            </Button>
          }
        >
          {(control) => (
            <input
              {...control}
              type="search"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
      {canGive && <Proposals onOpen={setOpen} />}
      {q && (
        <section className={styles.section}>
          <h2>{t('people.found')}</h2>
          {!read.data && !read.isError && <Skeleton rows={3} />}
          {read.isError && <NotRead what={t('people.failed')} onAgain={() => void read.refetch()} />}
          {read.data?.data.length === 0 && <EmptyState title={t('people.none')}>{t('people.noneText')}</EmptyState>}
          <ul>
            {read.data?.data.map((user) => (
              <li key={user.id} className={styles.person}>
                <img className={styles.small} src={pictureOf(user)} crossOrigin="anonymous" alt="" />
                <div className={styles.words}>
                  <p>
                    {user.name} {user.standing === 'suspended' && <Badge tone="lost">{t('people.suspended')}</Badge>}
                  </p>
                  <p>{user.email}</p>
                  <p>{[t(`profile.roles.${user.role}`), user.organisation].filter(Boolean).join(' · ')}</p>
                  {user.districts && (
                    <p>
                      <Duty districts={user.districts} />
                    </p>
                  )}
                  {user.adminProposal && (
                    <p>
                      <Badge tone="wait">{t('people.proposed')}</Badge>{' '}
                      {t('people.proposedBy', { name: user.adminProposal.by.name })}
                    </p>
                  )}
                </div>
                {user.id === own ? (
                  <p>{t('people.own')}</p>
                ) : (
                  <Button kind="outlined" onClick={() => setOpen(user)}>
                    {t('people.change')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {open && (
        <PersonDialog
          key={open.id}
          user={open}
          canGive={canGive}
          onClose={() => setOpen(undefined)}
          onChanged={() => {
            setOpen(undefined);
            void refresh('findUsers');
            void refresh('listAdminProposals');
          }}
        />
      )}
    </>
  );
}

/** Who is to become an admin: until a second one has said yes or no. Nothing when there is nobody. */
function Proposals({ onOpen }: { onOpen: (user: Account) => void }) {
  const { t } = useTranslation();
  const { data } = useRead('listAdminProposals', {});
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('people.proposals')}</h2>
      <p>{t('people.proposalsText', { hours: ADMIN_PROPOSAL_HOURS })}</p>
      <List>
        {data.data.map((user) => (
          <ListRow
            key={user.id}
            lead={<Icon name="question" />}
            title={user.name}
            detail={
              <>
                {user.email} · {t('people.proposedBy', { name: user.adminProposal?.by.name ?? '' })}
              </>
            }
            action={
              <Button
                kind="outlined"
                aria-label={t('people.decideOn', { name: user.name })}
                onClick={() => onOpen(user)}
              >
                {t('people.decide')}
              </Button>
            }
          />
        ))}
      </List>
    </section>
  );
}
