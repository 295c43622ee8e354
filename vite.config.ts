import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { endpoints } from './contract/protocol.ts';
import { smallTranslation } from './scripts/i18next.ts';
import { leafletWithoutHtml } from './scripts/leaflet.ts';
import { manifestOf } from './scripts/manifest.ts';
import { manifests } from './scripts/manifests.ts';
import { prerenderedShell } from './scripts/prerender.ts';
import { smallRouter } from './scripts/router.ts';
import { cutTexts } from './scripts/texts.ts';
import { BROWSER_FILES, LongestFirst, NODE_FILES } from './tests/support/longest-first.ts';

/** Where `npm run dev` finds the API; `npm start` serves both from one port. */
const API = process.env.WAPSI_API ?? 'http://127.0.0.1:8080';
const API_PATHS = [...new Set(Object.values(endpoints).map(({ path }) => `/${path.split('/')[1]}`)), '/models'];
/** A page of the app may have the path of a call: what is asked for as a page is answered by the app. */
const bypass = ({ method, headers, url }: IncomingMessage) =>
  method === 'GET' && headers.accept?.includes('text/html') ? url : undefined;

/**
 * Hundreds of embedded databases live for seconds each: optimizing their WebAssembly never pays. What a test makes is soon
 * rubbish: with more room for what is young, V8 looks at it less often.
 */
const SHORT_LIVED = ['--liftoff-only', '--max-semi-space-size=64'];
const NODE = { maxWorkers: NODE_FILES };
/** Thousands of comparisons without WebAssembly take a while on a busy machine. */
const UNIT = { testTimeout: 30_000 };
/** What of a browser a unit test stands in for is there for its whole process: such a file gets one of its own. */
const STANDS_IN =
  /fake-indexeddb|stubGlobal|globalThis|Dexie\.dependencies|support\/(client|reserve|locks)|navigator|localStorage|addEventListener|vi\.(mock|doMock|spyOn|use)/;
const ALONE = readdirSync('tests/unit')
  .map((name) => `tests/unit/${name}`)
  .filter((file) => STANDS_IN.test(readFileSync(file, 'utf8')));
const E2E = {
  globalSetup: ['tests/support/e2e-setup.ts'],
  setupFiles: ['tests/support/e2e-each-file.ts'],
  testTimeout: 240_000,
  hookTimeout: 240_000,
  isolate: false, // what drives a browser is loaded once a worker, not once a file
  // A busy machine takes its time; what does not come at all is still missed.
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  // ONNX Runtime's default condition would bundle a second copy of its 14 MB WebAssembly.
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    // What it stands in for is in React since 18.
    alias: { 'use-sync-external-store/shim': 'react' },
  },
  worker: { format: 'es' },
  plugins: [
    react(),
    cutTexts(),
    smallRouter(),
    smallTranslation(),
    leafletWithoutHtml(),
    prerenderedShell(),
    manifests(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{js,mjs,css,html,svg,woff2,json}', 'icons/*.png'],
        // The face pack comes in parts, with the user's consent (src/face/pack.ts); it is not part of the shell.
        globIgnores: ['**/*.wasm', 'models/**'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      manifest: manifestOf('en'),
    }),
  ],
  build: { outDir: 'dist/app', target: 'es2022', manifest: true, chunkSizeWarningLimit: 1200 },
  server: { proxy: { ...Object.fromEntries(API_PATHS.map((path) => [path, { target: API, bypass }])), '^/r/': API } },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...NODE,
          ...UNIT,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          isolate: false,
        },
      },
      { extends: true, test: { ...NODE, ...UNIT, name: 'unit-alone', include: ALONE } },
      { extends: true, test: { ...NODE, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...NODE,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          execArgv: SHORT_LIVED,
          isolate: false, // what the server and the client are made of is loaded once a worker, not once a file
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...E2E,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          maxWorkers: BROWSER_FILES,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
