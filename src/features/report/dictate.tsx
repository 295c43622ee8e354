import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '../../i18n/language.ts';
import { canDictate, type Dictation, dictate, isUnderstoodHere } from '../../platform/dictation.ts';
import { isOutpost } from '../../platform/outpost.ts';
import { store, stored } from '../../platform/stored.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './dictate.module.css';

/** As speech recognition names them. */
const SPOKEN: Record<Language, string> = { en: 'en-IN', pa: 'pa-IN', hi: 'hi-IN' };

/** Whether somebody has agreed that what they say may go to the maker of their browser. */
const AGREED = 'dictation';

/** No failure of anything: the user said nothing, or stopped. */
const QUIET = ['no-speech', 'aborted'];

/** Speak instead of typing; nothing at all where the browser does not understand speech. */
export function Dictate({ onWords }: { onWords: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'en';
  const [listening, setListening] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef<Dictation>(undefined);
  const heard = useRef(onWords);
  heard.current = onWords;

  useEffect(() => () => running.current?.stop(), []);
  if (!canDictate()) return null;

  function listen(isLocal: boolean): void {
    setFailure(undefined);
    setListening(true);
    running.current = dictate(
      { lang: SPOKEN[language], isLocal },
      {
        words: (text) => text !== '' && heard.current(text),
        end(reason) {
          setListening(false);
          if (reason !== undefined && !QUIET.includes(reason)) setFailure(reason);
        },
      },
    );
  }

  async function start(): Promise<void> {
    if (await isUnderstoodHere(SPOKEN[language])) listen(true);
    else if (stored(AGREED) === 'yes' && !isOutpost()) listen(false);
    else setAsking(true);
  }

  return (
    <div className={styles.dictate}>
      <Button
        kind="quiet"
        icon={listening ? 'close' : 'microphone'}
        aria-pressed={listening}
        onClick={() => (listening ? running.current?.stop() : void start())}
      >
        {t(listening ? 'dictate.stop' : 'dictate.start')}
      </Button>
      <p role="status">
        {listening && t('dictate.listening')}
        {failure !== undefined && t(failure === 'not-allowed' ? 'dictate.notAllowed' : 'dictate.failed')}
      </p>
      <Dialog
        open={asking}
        title={t('dictate.askTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              onClick={() => {
                setAsking(false);
                store(AGREED, 'yes');
                listen(false);
              }}
            >
              {t('dictate.agree')}
            </Button>
            <Button kind="outlined" onClick={() => setAsking(false)}>
              {t('dictate.type')}
            </Button>
          </>
        }
      >
        <p>{t('dictate.ask')}</p>
      </Dialog>
    </div>
  );
}
