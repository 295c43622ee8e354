/** The Vite plugin that takes from Leaflet the power to make HTML of a text: no page of ours may (Trusted Types). */

import type { Plugin } from 'vite';

/** Its look, as it is loaded, whether the browser can draw SVG. */
const LOOKS = "div.innerHTML = '<svg/>';";
const WRITES = /\.innerHTML = /g;

/** What it would write as HTML it writes as words; markers and popups are handed to it as elements. */
export function leafletWithoutHtml(): Plugin {
  return {
    name: 'wapsi:leaflet-without-html',
    apply: 'build',
    transform: {
      filter: { id: /\/leaflet\/dist\/leaflet-src(\.esm)?\.js$/ },
      handler(code) {
        if (!code.includes(LOOKS)) this.error('Leaflet looks for SVG in another way');
        return {
          code: code.replace(LOOKS, "div.append(svgCreate('svg'));").replace(WRITES, '.textContent = '),
          map: null,
        };
      },
    },
  };
}
