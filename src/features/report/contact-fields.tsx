import { useTranslation } from 'react-i18next';
import { AnswerField } from './answer-field.tsx';

interface ContactFieldProps {
  /** What each form of a report has of them. */
  form: {
    values: { rewardOffer: string; phoneNumber: string };
    errors: { rewardOffer?: 'form.error.rewardOffer'; phoneNumber?: 'form.error.phoneNumber' };
    change(part: { rewardOffer: string } | { phoneNumber: string }): void;
  };
  hint?: string;
}

export function RewardField({ form: { values, errors, change }, hint }: ContactFieldProps) {
  const { t } = useTranslation();
  return (
    <AnswerField
      label={t('form.reward')}
      hint={hint}
      error={errors.rewardOffer && t(errors.rewardOffer)}
      value={values.rewardOffer}
      onChange={(rewardOffer) => change({ rewardOffer })}
      maxLength={9}
      numeric
      optional
    />
  );
}

export function PhoneField({ form: { values, errors, change }, hint }: ContactFieldProps) {
  const { t } = useTranslation();
  return (
    <AnswerField
      label={t('form.phone')}
      hint={hint}
      error={errors.phoneNumber && t(errors.phoneNumber)}
      value={values.phoneNumber}
      onChange={(phoneNumber) => change({ phoneNumber })}
      maxLength={24}
      type="tel"
      autoComplete="tel"
      optional
    />
  );
}
