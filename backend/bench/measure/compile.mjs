import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const BENCH = fileURLToPath(new URL('..', import.meta.url));
/** Inside node_modules, so that the compiled files find the packages, and outside of what anybody commits. */
const OUTPUT = fileURLToPath(new URL('../../../node_modules/.cache/attune-bench', import.meta.url));
const FOLDERS = ['reference', 'minimal-nest', 'bare-http'];

/**
 * Compiles the two applications that the product is compared with.
 * @returns {string} the folder of the compiled files
 */
export function compileReferences() {
  const { transformFileSync } = require('@swc/core');
  rmSync(OUTPUT, { recursive: true, force: true });
  for (const folder of FOLDERS) {
    mkdirSync(join(OUTPUT, folder), { recursive: true });
    for (const file of readdirSync(join(BENCH, folder))) {
      const { code } = transformFileSync(join(BENCH, folder, file), {
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
      });
      writeFileSync(join(OUTPUT, folder, file.replace(/\.ts$/, '.js')), code);
    }
  }
  return OUTPUT;
}
