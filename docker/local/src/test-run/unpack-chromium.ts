import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Run as its own process with TMPDIR at a folder of its own: the package unpacks to the temporary folder and changes the
 * library path of the process that loads it. Prints where the browser lies and what it needs.
 */
async function main(): Promise<void> {
  const { default: chromium } = await import('@sparticuz/chromium');
  mkdirSync(process.env.TMPDIR ?? '', { recursive: true });
  const path = await chromium.executablePath();
  const libraries = [join(process.env.TMPDIR ?? '', 'al2023', 'lib'), process.env.TMPDIR ?? ''];
  console.log(JSON.stringify({ path, libraries }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
