import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PostingRole } from '../../../contract/report.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './role-page.module.css';

const ROLES = ['founder', 'victim'] as const satisfies readonly PostingRole[];

/** /victim-founder-select: who posts; the answer goes along to /post-item (R75 to R79, R257). */
export function Page() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [role, setRole] = useState<PostingRole>('founder');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void navigate('/post-item', { state: { role } });
      }}
    >
      <PageTitle title={t('post.role.title')} back="/">
        {t('post.role.lead')}
      </PageTitle>
      <fieldset className={styles.roles}>
        <legend className="unseen">{t('post.role.title')}</legend>
        {ROLES.map((one) => (
          <label key={one} className={styles.card}>
            <input
              className="unseen"
              type="radio"
              name="role"
              value={one}
              checked={one === role}
              onChange={() => setRole(one)}
            />
            <Ring shape={one === 'founder' ? 'closed' : 'open'} tone={one === 'founder' ? 'found' : 'lost'} />
            <span className={styles.words}>
              <span className={styles.name}>{t(`post.role.${one}Plain`)}</span>
              <span className={styles.text}>
                <b>{t(`post.role.${one}`)}</b> <span>{t(`post.role.${one}Text`)}</span>
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <ActionBar>
        <Button type="submit" wide>
          {t('post.role.next')}
        </Button>
      </ActionBar>
    </form>
  );
}
