import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { wordsIn } from '../../store/own/words.ts';
import type { OwnWrite } from '../../store/rows.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/share-link.ts';
import styles from './page.module.css';

/** What its author wrote, word for word, as long as it is here: to be read, and taken along should it never be received. */
export function OwnWords({ write }: { write: OwnWrite }) {
  const { t } = useTranslation();
  const lines = linesOf(t, write);
  if (lines.length === 0) return null;
  const whole = lines.map(([label, words]) => `${label}: ${words}`).join('\n');
  return (
    <>
      <dl className={styles.words}>
        {lines.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Button
        kind="outlined"
        onClick={() => void copyText(t, whole, t('outbox.words.copied'), t('outbox.words.copyFailed'))}
      >
        {t('outbox.words.copy')}
      </Button>
    </>
  );
}

/** Its words with what each is; of a write without words none. */
function linesOf(t: TFunction, write: OwnWrite): [string, string][] {
  const { text, message, words, answers = [], region, seenAt, place } = wordsIn(write);
  const written = text ?? message ?? words;
  const lines: [string, string | undefined][] = [
    [t('outbox.words.written'), written],
    ...answers.map((answer, i): [string, string] => [t('outbox.words.answer', { number: i + 1 }), answer]),
    [t('note.region'), region],
    [t('note.map'), place && `${place.lat}, ${place.lng}`],
    [t('note.seenAt'), seenAt && formatDayAndTime(t, new Date(seenAt), new Date())],
    [t('note.photos'), write.files.length > 0 ? String(write.files.length) : undefined],
  ];
  const kept = lines.flatMap(([label, said]): [string, string][] => (said ? [[label, said]] : []));
  // Its photos alone say nothing.
  return written || kept.length > 1 ? kept : [];
}
