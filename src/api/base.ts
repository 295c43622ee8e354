/** The tag of the page that names the API's host; the build writes it (scripts/prerender.ts), the server's policy reads it. */
const TAG = 'meta[name=wapsi-api]';

/** The API's host as an origin; empty for the app's own (R321). */
export const apiBase = (): string => document.querySelector<HTMLMetaElement>(TAG)?.content ?? '';
