import { useTranslation } from 'react-i18next';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { ClearButton, Cleared } from './clear-button.tsx';

interface FormFootProps {
  /** What the button does, and what is said while it does. */
  act: string;
  doing: string;
  isBusy: boolean;
  /** Nothing was changed yet. */
  isUntouched: boolean;
  failure: string | undefined;
  /** What is typed is on the phone. */
  isKept: boolean;
  /** Absent where there is nothing to clear. */
  onClear: (() => Promise<void>) | undefined;
  /** It was cleared a moment ago. */
  undo: (() => void) | undefined;
}

/** What stands below the fields of a report, of a person or of a thing. */
export function FormFoot({ act, doing, isBusy, isUntouched, failure, isKept, onClear, undo }: FormFootProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormFailure>{failure}</FormFailure>
      {!isKept && (
        <Banner tone="wait" icon="alert">
          {t('form.notKept')}
        </Banner>
      )}
      <p className="unseen" role="status">
        {isBusy && doing}
      </p>
      {onClear && <ClearButton onClear={onClear} />}
      {undo && <Cleared onUndo={undo} />}
      <ActionBar rests={isUntouched}>
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? doing : act}
        </Button>
      </ActionBar>
    </>
  );
}
