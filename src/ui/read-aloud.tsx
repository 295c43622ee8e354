import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '../i18n/language.ts';
import { Icon } from './icon.tsx';
import styles from './read-aloud.module.css';
import { forVoice, voiceFor } from './voice.ts';

/** Reads `text` out in the language of the page; nothing at all on a device without a voice of its own for it. */
export function ReadAloud({ text }: { text: string }) {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'en';
  const voice = voiceFor(language, useVoices());
  const [reading, setReading] = useState(false);

  // What is read out is of this page, in these words.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words end the reading of the old ones
  useEffect(() => () => globalThis.speechSynthesis?.cancel(), [text, language]);

  if (!voice) return null;
  const start = () => {
    const spoken = new SpeechSynthesisUtterance(forVoice(text, voice.lang));
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.onend = () => setReading(false);
    spoken.onerror = () => setReading(false);
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
    setReading(true);
  };
  const stop = () => {
    speechSynthesis.cancel();
    setReading(false);
  };
  return (
    <button type="button" className={styles.button} aria-pressed={reading} onClick={reading ? stop : start}>
      <Icon name={reading ? 'close' : 'sound'} size="small" />
      {t(reading ? 'common.stopReading' : 'common.readAloud')}
    </button>
  );
}

/** The voices of the device; some browsers know them only a moment after they were asked. */
function useVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const synthesis = globalThis.speechSynthesis;
    if (!synthesis) return;
    const read = () => setVoices(synthesis.getVoices());
    read();
    synthesis.addEventListener('voiceschanged', read);
    return () => synthesis.removeEventListener('voiceschanged', read);
  }, []);
  return voices;
}
