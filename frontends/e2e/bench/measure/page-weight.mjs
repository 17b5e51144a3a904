import { brotliCompressSync, constants } from 'node:zlib';
import { SlowLine } from './slow-line.mjs';
import { DESK, openUntilTimeCanBeTapped, PHONE } from './time-tap.mjs';

const KINDS = {
  'text/javascript': 'scripts',
  'text/css': 'styles',
  'text/html': 'document',
  'font/woff2': 'fonts',
  'application/json': 'api',
};

/**
 * What the booking page asks for until a time can be tapped, as it leaves the server.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./report.mjs').Report} report
 * @param {{ url: string, path: string, list: boolean }} page
 */
export async function weighBookingPage(browser, report, { url, path, list }) {
  for (const [name, screen] of [['phone', PHONE], ['desk', DESK]]) {
    const answers = await answersUntilTapped(browser, url + path, screen);
    const of = (kind) => answers.filter(({ type }) => (KINDS[type] ?? 'other') === kind);
    const bytes = (kind) => of(kind).reduce((sum, answer) => sum + brotliBytes(answer), 0) / 1000;
    const asked = of('document').length + of('scripts').length + of('styles').length;
    report.section(`${path} until a time can be tapped, on a ${name} (brotli)`);
    report.figure('scripts', bytes('scripts'), { atMost: 135, unit: 'kB', digits: 1, note: `in ${of('scripts').length} files` });
    report.figure('document, scripts and styles', asked, { atMost: 8, unit: 'requests' });
    report.figure('styles', bytes('styles'), { unit: 'kB', digits: 1, note: `in ${of('styles').length} files` });
    report.figure('fonts', bytes('fonts'), { unit: 'kB', digits: 1, note: `in ${of('fonts').length} files` });
    report.figure('document', bytes('document'), { unit: 'kB', digits: 1, note: sentAs(of('document')) });
    report.words('others', shortNames([...of('api'), ...of('other')]) || 'none');
    if (!list) continue;
    for (const answer of answers) report.words(`  ${answer.path}`, `${answer.status} ${answer.encoding || 'plain'} ${brotliBytes(answer)} bytes`);
  }
}

async function answersUntilTapped(browser, address, screen) {
  const { origin, pathname } = new URL(address);
  const line = new SlowLine(origin, 0);
  try {
    await openUntilTimeCanBeTapped(browser, (await line.open()) + pathname, screen);
    return [...line.answers];
  } finally {
    await line.close();
  }
}

/** What came compressed counts as it came; other text as brotli would send it. */
function brotliBytes({ encoding, body }) {
  if (encoding !== '') return body.length;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

function sentAs([document]) {
  return document ? `sent as ${document.encoding || 'plain text'}, ${(document.body.length / 1000).toFixed(1)} kB` : '';
}

/** The picture's name is a long digest. */
function shortNames(answers) {
  return answers.map(({ path }) => path.split('/').at(-1).slice(-20)).join(', ');
}
