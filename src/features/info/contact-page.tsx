import { useTranslation } from 'react-i18next';
import { MAP } from '../../../contract/limits.ts';
import { SITE } from '../../../contract/site.ts';
import { Icon } from '../../ui/icon.tsx';
import { MapView } from '../../ui/map/map-view.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import info from './info.module.css';

const BLOCKS = ['support', 'feedback', 'media'] as const;
const { lat, lng, address } = SITE.headquarters;
const MAPS_LINK = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=${MAP.contactZoom}/${lat}/${lng}`;

/** R41, R93 to R102. */
export function Page() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('contact.title')}>{t('contact.lead')}</PageTitle>
      <div className={styles.page}>
        <div>
          <ul className={styles.lines}>
            <li>
              <a className={styles.line} href={`mailto:${SITE.supportEmail}`}>
                <Icon name="mail" />
                <span>
                  {t('contact.emailLine')}: {SITE.supportEmail}
                </span>
              </a>
            </li>
            <li>
              <a className={styles.line} href={`tel:${SITE.supportPhone}`}>
                <Icon name="phone" />
                <span>
                  {t('contact.phoneLine')}: {SITE.supportPhoneText}
                </span>
              </a>
            </li>
            <li>
              <a className={styles.line} href="#customer-support">
                <Icon name="question" />
                <span>{t('contact.supportLink')}</span>
              </a>
            </li>
          </ul>
          {BLOCKS.map((block) => (
            <section key={block} id={block === 'support' ? 'customer-support' : undefined} className={info.section}>
              <h2>{t(`contact.${block}.title`)}</h2>
              <p>{t(`contact.${block}.text`)}</p>
            </section>
          ))}
        </div>
        <ContactForm />
        <section className={styles.mapCard} aria-labelledby="map-company">
          <MapView
            label={t('contact.map')}
            places={[{ id: 'headquarters', lat, lng, type: 'found', title: SITE.company }]}
            centre={{ lat, lng }}
            zoom={MAP.contactZoom}
          />
          <h2 id="map-company">{SITE.company}</h2>
          <p>{t('contact.tagline')}</p>
          <p>{address}</p>
          <a className={styles.line} href={MAPS_LINK} target="_blank" rel="noopener noreferrer">
            <Icon name="pin" size="small" />
            <span>
              {t('contact.openMap')} <span className="unseen">({t('contact.newTab')})</span>
            </span>
          </a>
        </section>
        <section className={styles.headquarters} aria-labelledby="headquarters">
          <h2 id="headquarters">{t('contact.headquarters')}</h2>
          <address className={styles.address}>{address}</address>
          <p>{t('contact.hours')}</p>
          <p className={info.quiet}>{t('contact.headquartersText')}</p>
        </section>
      </div>
    </>
  );
}
