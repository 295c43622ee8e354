import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { POLICY, SITE } from '../../../contract/site.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './info.module.css';
import { Prose } from './prose.tsx';

export interface LegalSection {
  /** Its anchor in the page. */
  id: string;
  title: string;
  text: string;
}

/** A legal text: its sections, a way to each, the way home, and as of when it holds (R142, R143, A29). */
export function Legal({ title, lead, sections }: { title: string; lead: string; sections: readonly LegalSection[] }) {
  const { t } = useTranslation();
  useAnchor();
  return (
    <div className={`${styles.page} ${styles.legal}`}>
      <PageTitle title={title}>{lead}</PageTitle>
      <Dates />
      <nav className={styles.contents} aria-label={t('privacy.contents')}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <Prose text={text} />
        </section>
      ))}
      <p className={styles.foot}>
        <LinkButton kind="outlined" icon="home" to="/">
          {t('privacy.home')}
        </LinkButton>
      </p>
    </div>
  );
}

/** The specification wants today's date; since when the text really holds is said beside it. */
function Dates() {
  const { t } = useTranslation();
  const { effective, version } = useLegalValues();
  const today = new Date();
  return (
    <p className={styles.quiet}>
      <time dateTime={isoDay(today)}>{t('privacy.updated', { date: formatDate(t, today) })}</time>
      {' · '}
      {t('privacy.version', { version, effective })}
    </p>
  );
}

const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Who runs this installation, as the texts name it. */
export function useLegalValues() {
  const { t } = useTranslation();
  return {
    company: SITE.company,
    address: SITE.headquarters.address,
    email: SITE.supportEmail,
    phone: SITE.supportPhoneText,
    officer: SITE.grievanceOfficer,
    officerEmail: SITE.grievanceEmail,
    version: POLICY.version,
    effective: formatDate(t, new Date(`${POLICY.effective}T00:00`)),
  };
}

/** A section named in the address is gone to; the page is not there yet when the browser looks for it by itself. */
function useAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressing the same link again goes there again
  useEffect(() => {
    if (hash === '') return;
    const frame = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}
