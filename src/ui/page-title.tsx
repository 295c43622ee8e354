import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';
import styles from './page-title.module.css';

interface PageTitleProps {
  title: string;
  /** The calm sentence under it. */
  children?: ReactNode;
  /** Where the arrow before the title leads; pages of the bottom bar have none. */
  back?: string;
  /** The front page only: its title is as large as type gets. */
  display?: boolean;
  /** Reading starts here: the page has just taken the place of another. */
  focus?: boolean;
}

/** The one `<h1>` of a page, which also names the browser tab. */
export function PageTitle({ title, children, back, display = false, focus = false }: PageTitleProps) {
  const { t } = useTranslation();
  const name = t('app.name');
  useEffect(() => {
    document.title = display ? `${name}: ${title}` : `${title} · ${name}`;
  }, [title, name, display]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <div className={styles.head}>
      <div className={styles.row}>
        {back !== undefined && (
          <Link className={styles.back} to={back} aria-label={t('common.back')}>
            <Icon name="back" />
          </Link>
        )}
        <h1 ref={heading} tabIndex={focus ? -1 : undefined} className={display ? undefined : styles.title}>
          {title}
        </h1>
      </div>
      {children && <p className={styles.sub}>{children}</p>}
    </div>
  );
}
