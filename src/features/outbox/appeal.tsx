import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { MAX_TEXT } from '../../../contract/limits.ts';
import type { readMine } from '../../../contract/report.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

/** Why it was last refused, where that was said. */
export const refusalOf = (history: OutputOf<typeof readMine>['history']): string | undefined =>
  history.findLast(({ what, to }) => what === 'status' && to === 'rejected')?.reason;

/** The poster says why it should be looked at again. */
export function Appeal({ onAppeal }: { onAppeal: (text: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) void onAppeal(text.trim());
      }}
    >
      <Field label={t('outbox.appealWhy')} room={{ length: text.length, max: MAX_TEXT }}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={!text.trim()}>
        {t('outbox.appeal')}
      </Button>
    </form>
  );
}
