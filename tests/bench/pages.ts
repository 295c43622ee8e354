/** The bench's own pages: bundled as the app is, served from this machine with the rivals' models beside them. */

import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import { build, defaultClientConditions } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const BUNDLE = resolve(ROOT, '.cache/bench');
const PAGES = ['ours', 'face-api', 'human', 'search'] as const;
const PEERS = {
  'face-api': '@vladmandic/face-api/model',
  human: '@vladmandic/human/models',
  wasm: '@tensorflow/tfjs-backend-wasm/dist',
};

export interface Pages {
  url: string;
  close(): Promise<unknown>;
}

/** Each page is at `/<name>.html`; `frames` are at `/frames/<index>`. */
export async function servePages(frames: readonly Buffer[]): Promise<Pages> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: {
      outDir: BUNDLE,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(PAGES.map((name) => [name, resolve(import.meta.dirname, `pages/${name}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const app = fastify();
  await app.register(fastifyStatic, { root: BUNDLE });
  await app.register(fastifyStatic, { root: resolve(ROOT, 'dist/models'), prefix: '/models/', decorateReply: false });
  for (const [name, folder] of Object.entries(PEERS)) {
    const root = resolve(ROOT, 'node_modules', folder);
    await app.register(fastifyStatic, { root, prefix: `/peers/${name}/`, decorateReply: false });
  }
  for (const name of PAGES) {
    const html = `<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`;
    app.get(`/${name}.html`, (_, reply) => reply.type('text/html').send(html));
  }
  frames.forEach((frame, i) => {
    app.get(`/frames/${i}`, (_, reply) => reply.type('image/jpeg').send(frame));
  });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}
