import 'i18next';
import type en from './en.json';

/** A key that is in no text is a compile error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
