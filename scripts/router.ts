/** The Vite plugin that takes the smallest React Router there is: 2 KB less to load, packed, before the first page. */

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${name}`, import.meta.url));

/** A line of its code that makes a component or a context, by itself without any effect. */
const MAKES = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;
const NAMES_FOR_TOOLS = /^\w+\.displayName = "\w+";$/gm;

/**
 * What the package exports is its build for development; beside it lies one without warnings that no user reads. Names for
 * developers' tools alone keep a form and its submitting in the bundle, which nothing here draws: they are left out.
 */
export function smallRouter(): Plugin {
  return {
    name: 'wapsi:small-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: fileOf('index.mjs') },
          { find: /^react-router\/dom$/, replacement: fileOf('dom-export.mjs') },
        ],
      },
    }),
    transform: {
      filter: { id: /\/react-router\/dist\/production\/[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code.replace(MAKES, '$1/* @__PURE__ */ $2').replace(NAMES_FOR_TOOLS, ''),
        map: null,
      }),
    },
  };
}
