/**
 * The app's manifest, in each language: what a phone shows before it is installed, beside its icon, and in the share sheet.
 * The page names the English one; src/app/manifest-link.ts names that of the language that is shown.
 */

import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARE } from '../contract/share.ts';
import en from '../src/i18n/en.json' with { type: 'json' };
import hi from '../src/i18n/hi.json' with { type: 'json' };
import pa from '../src/i18n/pa.json' with { type: 'json' };

const TEXTS = { en, pa, hi };
type Language = keyof typeof TEXTS;

const NAMES: Record<Language, { name: string; short_name: string; description: string }> = {
  en: {
    name: 'Wapsi: lost and found',
    short_name: 'Wapsi',
    description: 'Report and find lost people and things. Works without a network.',
  },
  pa: {
    name: 'ਵਾਪਸੀ: ਗੁਆਚੇ ਤੇ ਲੱਭੇ',
    short_name: 'ਵਾਪਸੀ',
    description: 'ਗੁਆਚੇ ਲੋਕਾਂ ਤੇ ਚੀਜ਼ਾਂ ਦੀ ਰਿਪੋਰਟ ਪਾਓ ਤੇ ਲੱਭੋ। ਨੈੱਟਵਰਕ ਤੋਂ ਬਿਨਾਂ ਵੀ ਚੱਲਦਾ ਹੈ।',
  },
  hi: {
    name: 'वापसी: खोया और पाया',
    short_name: 'वापसी',
    description: 'खोए लोगों और चीज़ों की रिपोर्ट डालें और खोजें। बिना नेटवर्क के भी चलता है।',
  },
};

/** What an app store, or a phone that asks whether to install it, shows of it: pages without anybody's face. */
export const PICTURES = {
  home: '/',
  form: '/face-recognition?add=lost',
} as const;
type Pictured = keyof typeof PICTURES;
/** Pixels as they are drawn; a phone draws two to a side for each of the page's. */
export const FORM_FACTORS = {
  narrow: { width: 720, height: 1480, scale: 2 },
  wide: { width: 1280, height: 800, scale: 1 },
} as const;
type FormFactor = keyof typeof FORM_FACTORS;

const LABELS: Record<Language, Record<Pictured, string>> = {
  en: {
    home: 'What was lost and found, and one tap to report it',
    form: 'Report a missing person, without a network too',
  },
  pa: { home: 'ਕੀ ਗੁਆਚਿਆ, ਕੀ ਲੱਭਿਆ, ਤੇ ਇੱਕ ਛੋਹ ਨਾਲ ਰਿਪੋਰਟ', form: 'ਗੁੰਮਸ਼ੁਦਾ ਵਿਅਕਤੀ ਦੀ ਰਿਪੋਰਟ, ਨੈੱਟਵਰਕ ਤੋਂ ਬਿਨਾਂ ਵੀ' },
  hi: { home: 'क्या खोया, क्या मिला, और एक टैप में रिपोर्ट', form: 'लापता व्यक्ति की रिपोर्ट, बिना नेटवर्क के भी' },
};

/** Drawn by `npm run screens -- --manifest`; the service worker keeps none of them. */
const pictureFile = (language: Language, what: Pictured, form: FormFactor): string =>
  `/screenshots/${what}-${form}.${language}.webp`;

/** Every picture of one language. */
export const picturesOf = (language: Language) =>
  (Object.keys(FORM_FACTORS) as FormFactor[]).flatMap((form) =>
    (Object.keys(PICTURES) as Pictured[]).map((what) => ({ what, form, file: pictureFile(language, what, form) })),
  );

export const MANIFEST_LANGUAGES = Object.keys(NAMES) as Language[];

/** The English one has the name that the plugin gives it. */
export const manifestFile = (language: Language): string =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

const ICON = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };

/** One app, whatever its language: `id` and `scope` are the same, so that a change of language is no second app. */
export function manifestOf(language: Language): Partial<ManifestOptions> {
  const texts = TEXTS[language];
  const shortcut = (name: string, url: string) => ({ name, url, icons: [ICON] });
  return {
    id: '/',
    ...NAMES[language],
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    categories: ['utilities', 'social', 'government'],
    theme_color: '#2f3aa8',
    background_color: '#ffffff',
    icons: [
      ICON,
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: picturesOf(language).map(({ what, form, file }) => ({
      src: file,
      sizes: `${FORM_FACTORS[form].width}x${FORM_FACTORS[form].height}`,
      type: 'image/webp',
      form_factor: form,
      label: LABELS[language][what],
    })),
    // Android shows the first three or four.
    shortcuts: [
      shortcut(texts.share.found, '/face-recognition?as=found'),
      shortcut(texts.share.scan, '/face-recognition'),
      shortcut(texts.outbox.title, '/outbox'),
      shortcut(texts.share.lost, '/face-recognition?add=lost'),
    ],
    // The window that is open goes there: a second one would hold the same drafts.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    share_target: {
      action: SHARE.path,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: SHARE.photos, accept: ['image/*'] }],
      },
    },
  };
}
