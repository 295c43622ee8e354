import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstall } from '../../platform/install.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import styles from './install-prompt.module.css';

const KEY = 'install-put-off';

/** Offers to keep the app on the phone, where the browser allows it; once put off it stays away. */
export function InstallPrompt() {
  const { t } = useTranslation();
  const install = useInstall((state) => state.install);
  const [putOff, setPutOff] = useState(false);
  if (install.kind === 'none' || putOff || wasPutOff()) return null;
  const later = () => {
    rememberPutOff();
    setPutOff(true);
  };
  return (
    <section className={styles.prompt} aria-labelledby="install">
      <Mark />
      <div className={styles.words}>
        <h2 id="install">{t('install.title')}</h2>
        <p>{t(install.kind === 'by-hand' ? 'install.ios' : 'install.text')}</p>
      </div>
      <div className={styles.answers}>
        <Button kind="quiet" onClick={later}>
          {t('install.later')}
        </Button>
        {install.kind === 'offered' && (
          <Button kind="outlined" icon="download" onClick={() => void install.ask()}>
            {t('install.accept')}
          </Button>
        )}
      </div>
    </section>
  );
}

function wasPutOff(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function rememberPutOff(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch (error) {
    console.warn('It will be offered again: nothing can be stored', error);
  }
}
