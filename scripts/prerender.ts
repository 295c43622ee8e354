/** The Vite plugin that draws the first look of the main pages at build time, so that a slow phone shows them at once. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { DRAWN_RECORD, FIRST_LOOKS, FRAME } from '../contract/first-looks.ts';
import { cutByTask, FOUNDATIONS, MAIN_PAGES, ROUTES } from './chunks.ts';

const DRAWING = 'scripts/prerender-page.tsx';
const SCRATCH = '.cache/prerender';

/** What each page needs beside the entry: fetched along with it, not one after another. */
const TEXTS = 'src/i18n/en.json?rest';
const APP = ['src/main.tsx', 'src/i18n/en.json?first'];
const FRAME_CHUNKS = [...APP, ROUTES];
const chunksOf = (file: (typeof FIRST_LOOKS)[number]['file']): readonly string[] =>
  file === 'index.html' ? APP : [...FRAME_CHUNKS, TEXTS, MAIN_PAGES[file]];

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;

/**
 * Writes `index.html` with the front page in it, the first looks of contract/first-looks.ts, and `shell.html` with the frame
 * alone, for every other page.
 * Both name the API's host where `VITE_API_BASE` is set: src/api/base.ts reads it, and so does the server's policy.
 * It must stand before VitePWA in the list: the service worker's list of files is made after this.
 */
export function prerenderedShell(): Plugin {
  let root = '.';
  let outDir = '';
  let drawing = false;
  return {
    name: 'wapsi:prerendered-shell',
    apply: 'build',
    config: ({ root: at = process.cwd() }, { isSsrBuild }) => ({
      build: {
        // One stylesheet for the whole app: a few kilobytes, and no page is ever drawn before its looks are there.
        cssCodeSplit: false,
        // A browser that does not know these hints still loads the modules, only later.
        modulePreload: { polyfill: false },
        ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: cutByTask(at) } } }),
      },
    }),
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
      drawing = Boolean(config.build.ssr);
    },
    transformIndexHtml: (html) => withApiHost(html, process.env.VITE_API_BASE),
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler(error) {
        if (!error && !drawing) await writePages(root, outDir);
      },
    },
  };
}

/** The page with the API's host in it, for src/api/base.ts and for the server's policy; as it is without one. */
export const withApiHost = (html: string, host: string | undefined): string =>
  host ? html.replace('<head>', `<head>\n    <meta name="wapsi-api" content="${new URL(host).origin}">`) : html;

async function writePages(root: string, outDir: string): Promise<void> {
  const scratch = join(root, SCRATCH);
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: DRAWING, outDir: scratch, emptyOutDir: true, manifest: false, copyPublicDir: false },
  });
  const { drawPage, drawRecord } = (await import(
    `${pathToFileURL(join(scratch, 'prerender-page.js')).href}?${Date.now()}`
  )) as typeof import('./prerender-page.tsx');
  const template = await withStyle(await readFile(join(outDir, 'index.html'), 'utf8'), outDir);
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const pages = [...FIRST_LOOKS, { file: FRAME, example: '/-' } as const];
  for (const { file, example } of pages) {
    const links = linksOf(manifest, file === FRAME ? FRAME_CHUNKS : chunksOf(file), template);
    // Only the front page is taken over as it is; every other one is drawn anew in its place.
    const path = file === 'index.html' ? '/' : 'first-look';
    await writeFile(join(outDir, file), fill(template, path, await drawPage(example), links));
  }
  // Not among the files that browsers fetch: nobody is to see it without a record in it.
  // Browsers ask in the order in which they read: the photo before the code, which is of use to nobody before it stands.
  const photo = `<link rel="preload" as="image" fetchpriority="high" href="${DRAWN_RECORD.photo}">`;
  const links = [photo, ...linksOf(manifest, chunksOf('record.html'), template)];
  await writeFile(join(outDir, '..', DRAWN_RECORD.file), fill(template, 'first-look', await drawRecord(), links));
}

/**
 * Puts the stylesheet into the page: on a slow link a file of its own arrives among the scripts and costs the first
 * picture over a second. The server allows it by its hash, as it does the script of index.html.
 */
async function withStyle(html: string, outDir: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html);
  if (link?.[1] === undefined) throw new Error('The built index.html names no stylesheet');
  const file = join(outDir, link[1]);
  const style = await readFile(file, 'utf8');
  await rm(file);
  return html.replace(link[0], () => `<style>${style.trim()}</style>`);
}

/** src/main.tsx reads the attribute: it hydrates the page of that path and replaces anything else. */
function fill(template: string, path: string, markup: string, links: string[]): string {
  const slot = '<div id="root"></div>';
  if (!template.includes(slot)) throw new Error(`index.html has no ${slot}`);
  return template
    .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
    .replace(slot, () => `<div id="root" data-prerendered="${path}">${markup}</div>`);
}

/** The modules of the chunks, and of what they import, that the page does not name yet. */
function linksOf(manifest: Manifest, names: readonly string[], template: string): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build's manifest has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  const foundations = FOUNDATIONS.map((name) => {
    const file = Object.values(manifest).find((chunk) => chunk.name === name)?.file;
    if (file === undefined) throw new Error(`The build's manifest has no ${name}`);
    return file;
  });
  // Asked for by src/begin.ts behind the picture: none of it is of use to anybody before that stands.
  const linkOf = (file: string, mark = ''): string =>
    `<link data-behind crossorigin fetchpriority="low"${mark} href="/${file}">`;
  return [
    ...[...files].filter((file) => !template.includes(file) && !foundations.includes(file)).map((file) => linkOf(file)),
    ...foundations.map((file) => linkOf(file, ' data-foundation')),
  ];
}
