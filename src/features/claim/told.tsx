import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../contract/claim.ts';
import { useFile } from '../../api/use-file.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Photo } from '../../ui/photo.tsx';
import styles from './claim.module.css';
import type { Part } from './claim.ts';

const TONES = { agrees: 'found', partly: 'wait', differs: 'lost' } as const;

/** What the claimant says: answers, words, proofs. How an answer agrees with the secret mark is for the finder to read. */
export function Told({ claim, part }: { claim: Claim; part: Part }) {
  const { t } = useTranslation();
  const { answers, message, proofs, signs } = claim;
  const likeness = part === 'finder' ? 'agreement' : 'agreementWithFinder';
  return (
    <section className={styles.told} aria-labelledby="told">
      <h2 id="told">{t(part === 'claimant' ? 'claim.toldByYou' : 'claim.told')}</h2>
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ question, answer, agreement }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>
                {answer ? <span>{answer}</span> : <span className={styles.quiet}>{t('claim.noAnswer')}</span>}{' '}
                {agreement && <Badge tone={TONES[agreement]}>{t(`claim.${likeness}.${agreement}`)}</Badge>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {part === 'finder' && answers.some(({ agreement }) => agreement) && (
        <p className={styles.quiet}>{t('claim.agreementNote')}</p>
      )}
      {message && <p className={styles.message}>{message}</p>}
      {signs && (
        <Banner tone="wait" icon="alert">
          {t('claim.warn')}
        </Banner>
      )}
      {proofs.length > 0 && (
        <ul className={styles.proofs}>
          {proofs.map((sha256, index) => (
            <li key={sha256}>
              <Proof sha256={sha256} number={index + 1} />
            </li>
          ))}
        </ul>
      )}
      {answers.length === 0 && !message && proofs.length === 0 && (
        <p className={styles.quiet}>{t('claim.saysNothing')}</p>
      )}
    </section>
  );
}

/** A proof is small until pressed: a receipt must be read, not guessed. */
function Proof({ sha256, number }: { sha256: string; number: number }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [large, setLarge] = useState(false);
  const blob = useFile(api, sha256, large ? 'full' : 'thumb');
  return (
    <button
      type="button"
      className={large ? styles.large : styles.small}
      aria-expanded={large}
      onClick={() => setLarge(!large)}
    >
      <Photo blob={blob} alt={t('claim.proof', { number })} size="full" />
    </button>
  );
}
