import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Build, RelativeKind, Sex, Spoken } from '../../../contract/details.ts';
import { MAX_NAME, MAX_TITLE } from '../../../contract/limits.ts';
import type { ReportType } from '../../../contract/report.ts';
import { Chips } from '../../ui/chips.tsx';
import { heightOf } from '../../ui/detail-words.ts';
import { AnswerField } from './answer-field.tsx';
import styles from './detail-fields.module.css';
import { countDetails, type DetailErrors, type DetailValues, heightTyped, spokenIn, withSpoken } from './details.ts';

interface DetailFieldsProps {
  values: DetailValues;
  errors: DetailErrors;
  onChange: (part: Partial<DetailValues>) => void;
  type: ReportType;
  /** Strangers will read a part of it. */
  isPublic: boolean;
}

type TextName = 'nickname' | 'marks' | 'carries' | 'medical' | 'firNumber' | 'station' | 'lastSeenWith';

/** The second step of the form of a person: folded away, and nothing in it must be answered. */
export function DetailFields({ values, errors, onChange, type, isPublic }: DetailFieldsProps) {
  const { t } = useTranslation();
  const count = countDetails(values);
  const [isOpen, setOpen] = useState(count > 0);
  const height = heightTyped(values.height);
  const text = (name: TextName) => ({
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
    maxLength: name === 'nickname' ? MAX_NAME : MAX_TITLE,
    optional: 'unsaid' as const,
    shown: true,
  });
  return (
    <details
      className={styles.more}
      open={isOpen || errors.height !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {t('recognise.more')}
        {count > 0 && <span className={styles.count}> · {t('recognise.answered', { count })}</span>}
      </summary>
      <p className={styles.note}>
        {t('recognise.moreHint')} {isPublic && t('recognise.open')}
      </p>
      <Chips
        legend={t('recognise.sex')}
        options={Sex.options.map((value) => ({ value, label: t(`recognise.sexes.${value}`) }))}
        chosen={values.sex ? [values.sex] : []}
        onPress={(sex) => onChange({ sex: sex === values.sex ? '' : sex })}
      />
      <AnswerField
        label={t('recognise.height')}
        hint={height === undefined ? t('recognise.heightHint') : heightOf(t, height)}
        error={errors.height && t(errors.height)}
        value={values.height}
        onChange={(height) => onChange({ height })}
        maxLength={20}
        optional="unsaid"
      />
      <Chips
        legend={t('recognise.build')}
        options={Build.options.map((value) => ({ value, label: t(`recognise.builds.${value}`) }))}
        chosen={values.build ? [values.build] : []}
        onPress={(build) => onChange({ build: build === values.build ? '' : build })}
      />
      <AnswerField label={t('recognise.marks')} hint={t('recognise.marksHint')} {...text('marks')} />
      <AnswerField label={t('recognise.nickname')} hint={t('recognise.nicknameHint')} {...text('nickname')} />
      <AnswerField label={t('recognise.carries')} hint={t('recognise.carriesHint')} {...text('carries')} />
      <Chips
        legend={t('recognise.languages')}
        options={Spoken.options.map((value) => ({ value, label: t(`recognise.spoken.${value}`) }))}
        chosen={spokenIn(values.languages)}
        onPress={(one) => onChange({ languages: withSpoken(values.languages, one) })}
      />
      <section className={styles.kept} aria-labelledby="kept-details">
        <h3 id="kept-details">{t('recognise.kept')}</h3>
        <p className={styles.note}>{t('recognise.keptHint')}</p>
        <AnswerField label={t('recognise.medical')} hint={t('recognise.medicalHint')} {...text('medical')} />
        <Chips
          legend={t('recognise.relative')}
          options={RelativeKind.options.map((value) => ({ value, label: t(`recognise.relatives.${value}`) }))}
          chosen={[values.relativeKind]}
          onPress={(relativeKind) => onChange({ relativeKind })}
        />
        <AnswerField
          label={t(`recognise.relativeName.${values.relativeKind}`)}
          value={values.relativeName}
          onChange={(relativeName) => onChange({ relativeName })}
          maxLength={MAX_NAME}
          optional="unsaid"
          shown
        />
        <AnswerField
          label={t(type === 'lost' ? 'recognise.lastSeenWith' : 'recognise.foundWith')}
          {...text('lastSeenWith')}
        />
        <AnswerField label={t('recognise.firNumber')} {...text('firNumber')} />
        <AnswerField label={t('recognise.station')} {...text('station')} />
      </section>
    </details>
  );
}
