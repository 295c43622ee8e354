import { useTranslation } from 'react-i18next';
import type { ClaimStatus } from '../../../contract/claim.ts';
import { Ring } from '../../ui/ring.tsx';
import styles from './claim.module.css';
import { type Part, type Step, stepsOf } from './claim.ts';

/** The way of the claim, drawn as rings that close. */
export function Steps({ status, part }: { status: ClaimStatus; part: Part }) {
  const { t } = useTranslation();
  const wordOf = ({ what }: Step) =>
    what === 'sent' || what === 'review' ? t(`claim.step.${what}`) : t(`claim.status.${part}.${what}`);
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{t('claim.steps')}</h2>
      <ol className={styles.steps}>
        {stepsOf(status).map((step) => (
          <li key={step.what} aria-current={step.how === 'now' ? 'step' : undefined} data-step={step.how}>
            <StepRing how={step.how} />
            <span>
              {wordOf(step)}
              {step.how === 'ahead' && <span className="unseen"> ({t('claim.ahead')})</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepRing({ how }: Pick<Step, 'how'>) {
  switch (how) {
    case 'done':
      return <Ring shape="closed" tone="found" mark="tick" size="small" />;
    case 'now':
      return <Ring shape="arc" share={0.5} tone="wait" size="small" />;
    case 'ahead':
      return <Ring shape="dashed" tone="brand" size="small" />;
    case 'stopped':
      return <Ring shape="closed" tone="lost" mark="alert" size="small" />;
  }
}
