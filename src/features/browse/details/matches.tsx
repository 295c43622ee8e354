import { useTranslation } from 'react-i18next';
import type { ItemMatch } from '../../../../contract/report.ts';
import { useRead } from '../../../api/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/card.tsx';
import { nameOf } from '../../../ui/report-words.ts';
import { ReportRow } from '../list/report-row.tsx';
import styles from './tools.module.css';
import { useWrite } from './use-write.ts';

/** Reports that may be about the same thing; both owners decide, and nothing is merged. */
export function Matches({ id }: { id: string }) {
  const { t } = useTranslation();
  const matches = useRead('listMatches', { id }).data?.data ?? [];
  const isNo = ({ status }: ItemMatch) => Number(status === 'dismissed');
  if (matches.length === 0) return null;
  return (
    <section id="matches" aria-labelledby="matches-title">
      <h2 id="matches-title">{t('owner.matchesTitle')}</h2>
      <ul className={styles.rows}>
        {[...matches]
          .sort((a, b) => isNo(a) - isNo(b))
          .map((match) => (
            <Match key={`${match.lost.id} ${match.found.id}`} match={match} id={id} />
          ))}
      </ul>
    </section>
  );
}

function Match({ match, id }: { match: ItemMatch; id: string }) {
  const { t } = useTranslation();
  const write = useWrite();
  const other = match.lost.id === id ? match.found : match.lost;
  const say = (answer: 'yes' | 'no' | 'undo') => {
    const input = { lostId: match.lost.id, foundId: match.found.id, answer };
    void write({ endpoint: 'answerMatch', id, label: nameOf(t, other), input });
  };
  const { subject } = match.lost;
  const isOver = match.status === 'confirmed' && (subject.kind !== 'item' || subject.status !== 'found');
  const isReversible = match.answer !== undefined && !isOver;
  const what = match.because.map((reason) => t(`owner.agrees.${reason}`)).join(', ');
  return (
    <li className={styles.row}>
      <List>
        <ReportRow view={other} />
      </List>
      <p className={styles.words}>
        {t(`owner.${match.band}`)} {what && t('owner.because', { what })}
      </p>
      {match.status === 'confirmed' && <p>{t('owner.confirmed')}</p>}
      {match.status !== 'confirmed' && match.answer && <p>{t(`owner.youSaid.${match.answer}`)}</p>}
      {isReversible && (
        <div className={styles.tools}>
          <Button kind="quiet" onClick={() => say('undo')}>
            {t('owner.undo')}
          </Button>
        </div>
      )}
      {match.status === 'open' && !match.answer && (
        <div className={styles.tools}>
          <Button kind="outlined" icon="check" onClick={() => say('yes')}>
            {t('owner.same')}
          </Button>
          <Button kind="quiet" onClick={() => say('no')}>
            {t('owner.notSame')}
          </Button>
        </div>
      )}
    </li>
  );
}
