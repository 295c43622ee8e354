// Builds scan.ts into ../kernel.generated.ts. `node match/kernel/build.mjs` writes it; with `--print` it only prints it.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const GENERATED = fileURLToPath(new URL('../kernel.generated.ts', import.meta.url));
const source = await readFile(new URL('scan.ts', import.meta.url), 'utf8');

let wasm;
const { error, stderr } = await asc.main(
  ['scan.ts', '--outFile', 'scan.wasm', '-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '1'],
  {
    readFile: (name) => (name === 'scan.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name === 'scan.wasm') wasm = contents;
    },
    listFiles: () => [],
  },
);
if (error) throw new Error(`${error.message}\n${stderr}`);

const text = `// Made by match/kernel/build.mjs from match/kernel/scan.ts; a test compares them.

/** The scan kernel: a WebAssembly module with SIMD, in base64. */
export const KERNEL =
  '${Buffer.from(wasm).toString('base64')}';
`;
if (process.argv.includes('--print')) process.stdout.write(text);
else await writeFile(GENERATED, text);
