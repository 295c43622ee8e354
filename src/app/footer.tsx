import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EMERGENCY_NUMBERS } from '../../contract/limits.ts';
import { FAQ_LINK, GUIDELINES_LINK, SITE } from '../../contract/site.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './footer.module.css';
import { PUBLIC_PAGES } from './pages.ts';
import { LookSlot } from './slots.tsx';

/** R58, R68 to R74, and all four numbers (A43); the languages, which a wide screen has no menu for. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-labelledby="footer-pages">
          <h2 id="footer-pages" className={styles.title}>
            {t('footer.pages')}
          </h2>
          <ul className={styles.two}>
            {PUBLIC_PAGES.map(({ path, label }) => (
              <PageLink key={path} to={path} label={t(label)} />
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-numbers">
          <h2 id="footer-numbers" className={styles.title}>
            {t('footer.numbers')}
          </h2>
          <ul>
            {EMERGENCY_NUMBERS.map((number) => (
              <li key={number}>
                <a className={styles.link} href={`tel:${number}`}>
                  <b className={styles.number}>{number}</b>
                  <span>{t(`emergency.${number}`)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="footer-help">
          <h2 id="footer-help" className={styles.title}>
            {t('footer.help')}
          </h2>
          <ul>
            <PageLink to={FAQ_LINK} label={t('footer.faq')} />
            <PageLink to={GUIDELINES_LINK} label={t('footer.guidelines')} />
            <li>
              <a className={styles.link} href={`mailto:${SITE.supportEmail}`}>
                <Icon name="mail" size="small" />
                <span>
                  {t('footer.email')}: {SITE.supportEmail}
                </span>
              </a>
            </li>
            <li>
              <a className={styles.link} href={`tel:${SITE.supportPhone}`}>
                <Icon name="phone" size="small" />
                <span>
                  {t('footer.phone')}: {SITE.supportPhoneText}
                </span>
              </a>
            </li>
          </ul>
          <ul className={styles.socials} aria-label={t('footer.social')}>
            {SITE.socials.map(({ name, url }) => (
              <li key={name}>
                <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <LookSlot />
        </section>
      </div>
      <p className={styles.about}>{t('footer.about')}</p>
    </footer>
  );
}

function PageLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link className={styles.link} to={to}>
        {label}
      </Link>
    </li>
  );
}
