import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { formatNumber } from '../../../i18n/bytes.ts';
import { formatDay } from '../../../i18n/relative-time.ts';
import { detailWords } from '../../../ui/detail-words.ts';
import { ageOf, caseOf } from '../../../ui/report-words.ts';
import { colourOf, happenedAt } from '../words.ts';
import styles from './facts.module.css';

/** Whichever of the report's fields exist for this viewer; the server has left out the others. */
export function Facts({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const { subject, owner } = view;
  const isGuarded = view.contact === 'guarded';
  const now = new Date();
  const person = subject.kind === 'person';
  const { seen, kept } = detailWords(t, view);
  const state = subject.kind === 'person' ? subject.condition : subject.status;
  const rows: [string, ReactNode][] = [
    [t('details.title'), view.title],
    [t('details.name'), person ? subject.name : undefined],
    [t('details.age'), ageOf(t, view)],
    [t('details.category'), person ? undefined : t(`browse.categories.${subject.category}`)],
    [t(person ? 'details.clothColor' : 'details.colour'), colourOf(view)],
    [t('details.state'), t(`details.subject.${state}`)],
    [t('details.region'), view.region],
    [t('details.address'), view.place?.address],
    [t(view.type === 'lost' ? 'details.lostAt' : 'details.foundAt'), happenedAt(t, view, now)],
    [t('details.reward'), view.rewardRupees === undefined ? undefined : `₹ ${formatNumber(view.rewardRupees)}`],
    [t('details.phone'), view.phoneNumber ?? (view.mine || isGuarded ? undefined : t('details.relay'))],
    [t('details.by'), owner && `${owner.name} (${t(`details.${view.role ?? 'victim'}`)})`],
    [t('details.case'), view.case && caseOf(t, view.case)],
    [t('details.number'), view.number],
    [t('details.unconfirmed'), view.unconfirmedSince && formatDay(t, new Date(view.unconfirmedSince), now)],
    [t('details.until'), view.expiresAt && formatDay(t, new Date(view.expiresAt), now)],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{t('details.facts')}</h2>
      {view.description && <p className={styles.description}>{view.description}</p>}
      <Rows rows={rows} />
      <Part title={t('recognise.title')} rows={seen} />
      <Part title={t('recognise.keptTitle')} rows={kept} />
    </section>
  );
}

const Part = ({ title, rows }: { title: string; rows: readonly [string, string][] }) =>
  rows.length > 0 && (
    <>
      <h3 className={styles.part}>{title}</h3>
      <Rows rows={rows} />
    </>
  );

const Rows = ({ rows }: { rows: readonly [string, ReactNode][] }) => (
  <dl className={styles.facts}>
    {rows.map(([term, value]) =>
      value ? (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
