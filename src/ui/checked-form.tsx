import { type ReactNode, useRef } from 'react';
import { goToFirstError } from './first-error.ts';

interface CheckedFormProps {
  className?: string | undefined;
  /** Answers whether all was right; if not, the first answer that is wrong is shown. */
  onSubmit: () => Promise<boolean>;
  children: ReactNode;
}

/** A form that says beside each answer in its own words what is wrong, in place of the browser's. */
export function CheckedForm({ className, onSubmit, children }: CheckedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit().then((isRight) => isRight || goToFirstError(form.current));
      }}
    >
      {children}
    </form>
  );
}
