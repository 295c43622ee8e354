/** The Vite plugin that writes the manifests of the other languages beside the English one. */

import type { Plugin } from 'vite';
import { MANIFEST_LANGUAGES, manifestFile, manifestOf } from './manifest.ts';

export const manifests = (): Plugin => ({
  name: 'wapsi:manifests',
  apply: 'build',
  generateBundle() {
    for (const language of MANIFEST_LANGUAGES)
      if (language !== 'en')
        this.emitFile({
          type: 'asset',
          fileName: manifestFile(language),
          source: JSON.stringify(manifestOf(language)),
        });
  },
});
