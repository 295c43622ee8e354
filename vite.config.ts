import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { prerenderedShell } from './scripts/prerender.ts';

/** Where `npm run dev` finds the API; `npm start` serves both from one port. */
const API = process.env.WAPSI_API ?? 'http://127.0.0.1:8080';
const API_PATHS = ['/api/', '/health', '/countryCode', '/sync', '/packs', '/files', '/models/'];

export default defineConfig({
  // ONNX Runtime's default condition would bundle a second copy of its 14 MB WebAssembly.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  worker: { format: 'es' },
  plugins: [
    react(),
    prerenderedShell(),
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
      manifest: {
        id: '/',
        name: 'Wapsi: lost and found',
        short_name: 'Wapsi',
        description: 'Report and find lost people and things. Works without a network.',
        lang: 'en',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: '#2f3aa8',
        background_color: '#ffffff',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'Scan a face', url: '/face-recognition' },
          { name: 'Someone is missing', url: '/face-recognition?add=lost' },
        ],
      },
    }),
  ],
  build: { outDir: 'dist/app', target: 'es2022', manifest: true, chunkSizeWarningLimit: 1200 },
  server: { proxy: Object.fromEntries(API_PATHS.map((path) => [path, API])) },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
