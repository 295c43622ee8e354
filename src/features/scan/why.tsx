import { useTranslation } from 'react-i18next';
import { MAX_TITLE } from '../../../contract/limits.ts';
import { OpenReason } from '../../../contract/moderation.ts';
import { Field } from '../../ui/field.tsx';
import type { Why } from './scanner.ts';

interface AskWhyProps {
  why: Why;
  onChange: (why: Why) => void;
}

/** For officers and moderators: why they look for a face. Without a reason they search as everybody does. */
export function AskWhy({ why, onChange }: AskWhyProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('scan.why.reason')} hint={t('scan.why.hint')}>
        {(control) => (
          <select
            {...control}
            value={why.reason ?? ''}
            onChange={({ target }) => {
              const { reason: _, ...rest } = why;
              const reason = OpenReason.safeParse(target.value).data;
              onChange(reason ? { ...rest, reason } : rest);
            }}
          >
            <option value="">{t('scan.why.none')}</option>
            {OpenReason.options.map((one) => (
              <option key={one} value={one}>
                {t(`whole.reasons.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {why.reason && (
        <Field label={t('whole.detail')} optional>
          {(control) => (
            <input
              {...control}
              maxLength={MAX_TITLE}
              value={why.detail ?? ''}
              onChange={({ target }) => onChange({ ...why, detail: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
