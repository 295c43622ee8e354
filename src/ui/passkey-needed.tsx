import { useTranslation } from 'react-i18next';
import { Banner } from './banner.tsx';
import { LinkButton } from './button.tsx';

/** For who has an office and has not shown the passkey that it wants: calmly, with the way to it. */
export function PasskeyNeeded() {
  const { t } = useTranslation();
  return (
    <Banner
      tone="wait"
      icon="lock"
      action={
        <LinkButton kind="outlined" to="/profile#passkeys">
          {t('passkey.neededAction')}
        </LinkButton>
      }
    >
      <b>{t('common.sentence', { text: t('passkey.neededTitle') })}</b> {t('passkey.neededText')}
    </Banner>
  );
}
