import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemCategory } from '../../../contract/report.ts';
import { sharePath } from '../../../contract/share.ts';
import { useServices } from '../../services.ts';
import { isItem, isOnlyHere, isReport, type OwnReport } from '../../store/rows.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { type About, needsChildline } from '../../ui/next-steps.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import { copyText, shareLink } from '../../ui/share-link.ts';
import { Steps } from '../../ui/steps.tsx';
import { youngest } from './person.ts';
import styles from './posted.module.css';

interface PostedProps {
  report: OwnReport;
  /** The way on from here: another report, another scan. */
  another: string;
  onAnother: () => void;
}

/**
 * After posting: that it is safe, whom to call now, and what becomes of it. It says so by itself when the server has it; who
 * has no network reads the same screen, for the calls do not wait for one.
 */
export function Posted({ report, another, onAnother }: PostedProps) {
  const { t } = useTranslation();
  const { db } = useServices();
  const now = useLiveQuery(() => (db.isReplaced ? undefined : db.made.get(report.opId)), [db, report.opId]);
  const number = now && isReport(now) ? now.receipt?.number : undefined;
  const received = number !== undefined;
  const about = aboutOf(report);
  const isPerson = about.subject.kind === 'person';
  useEffect(() => scrollTo(0, 0), []);

  function share(): Promise<void> {
    const url = location.origin + sharePath({ id: report.entityId, number });
    return shareLink(t, { text: t('post.shareText', { label: report.label, number }), url });
  }

  return (
    <div className={styles.posted}>
      <div className={styles.head}>
        <Ring {...(received ? { shape: 'closed', tone: 'found' } : { shape: 'dashed', tone: 'wait' })} />
        <div>
          <PageTitle title={received ? t('post.receivedAs', { number }) : t('form.savedHere')} focus>
            {received ? t('post.reviewText') : t('form.savedHereText', { label: titleOf(report) })}
          </PageTitle>
          <p role="status" className={styles.said}>
            {isPerson ? t('form.saved') : received && t('post.posted')}
          </p>
        </div>
      </div>
      {isPerson && (
        <div className={styles.calls}>
          <LinkButton wide icon="phone" href="tel:112">
            {t('details.call112')}
          </LinkButton>
          {needsChildline(about) && (
            <LinkButton wide kind="outlined" icon="phone" href="tel:1098">
              {t('details.call1098')}
            </LinkButton>
          )}
        </div>
      )}
      <Steps of={about} isPlain={isPerson} />
      <section aria-labelledby="next">
        <h2 id="next">{t('post.next')}</h2>
        <ol className={styles.next}>
          {(['sent', 'looked', 'told'] as const).map((step) => (
            <li key={step} data-done={step === 'sent' && received ? '' : undefined}>
              {t(step === 'sent' && received ? 'post.nextSteps.received' : `post.nextSteps.${step}`)}
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.ways}>
        {received && (
          <>
            <LinkButton kind="outlined" to={`/items/${report.entityId}`}>
              {t('post.see')}
            </LinkButton>
            <Button kind="outlined" onClick={() => void copyText(t, number, t('post.copied'))}>
              {t('post.copyNumber')}
            </Button>
            <Button kind="outlined" icon="share" onClick={() => void share()}>
              {t('details.share')}
            </Button>
          </>
        )}
        {now && isReport(now) && isOnlyHere(now) && (
          <LinkButton kind="outlined" icon="pencil" to={`/post-item?correct=${now.entityId}`}>
            {t('outbox.correct')}
          </LinkButton>
        )}
        <Button kind="quiet" onClick={onAnother}>
          {another}
        </Button>
        <LinkButton kind="quiet" to="/outbox">
          {t('form.toOutbox')}
        </LinkButton>
      </div>
    </div>
  );
}

/** In whose words the maker knows it; of one that was made by an older app what the lists call it. */
const titleOf = ({ values, label }: OwnReport): string =>
  (typeof values.title === 'string' && values.title.trim()) || label;

function aboutOf(report: OwnReport): About {
  if (!isItem(report)) {
    const { age, ageGuess } = report.values;
    const ageMin = youngest({ age: String(age ?? ''), ageGuess: ageGuess === true });
    return { type: report.type, subject: { kind: 'person', ageMin } };
  }
  const category = ItemCategory.safeParse(report.values.category);
  return { type: report.type, subject: { kind: 'item', category: category.success ? category.data : 'Other' } };
}
