import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/form-failure.tsx';
import { type Said, wordsOf } from './rules.ts';

/** What went wrong with the whole form, in the words of the language that is read. */
export function Failure({ said }: { said: Said | undefined }) {
  const { t } = useTranslation();
  return <FormFailure>{said && wordsOf(said, t)}</FormFailure>;
}
