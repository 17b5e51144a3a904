import * as fc from 'fast-check';
import { nameProblem } from '../../src/common/http/person-name';

const RUNS = process.env['PROOF'] === 'full' ? 20_000 : 1_000;
const SEED = 20_261_122;

const SCRIPTS = ['az', 'ÀÖ', 'αω', 'ая', 'את', 'في', '一龥', 'ぁん', '가힣', 'กฮ'];
const word = fc.oneof(
  ...SCRIPTS.map((range) => {
    const [min = 0, max = 0] = [...range].map((letter) => letter.codePointAt(0));
    return fc.array(fc.integer({ min, max }), { minLength: 1, maxLength: 12 }).map((points) => String.fromCodePoint(...points));
  }),
);
const name = fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '-', "'", '. ', ', ')).map(([words, between]) => words.join(between));
const hidden = fc.constantFrom(...'\u0000\u001b\u0085\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff');
const link = fc.tuple(fc.stringMatching(/^[a-z]{3,12}$/), fc.constantFrom('.com', '.ru', '.co.uk', '.shop')).map(([host, ending]) => host + ending);

/** How many of them are refused. */
function refusals(texts: readonly string[]): number {
  return texts.filter((text) => nameProblem(text) !== undefined).length;
}

it('names in ten scripts are taken, and whatever is hidden in them or points elsewhere is refused', () => {
  const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: RUNS, seed: SEED });
  const names = sample(name);
  const marked = sample(fc.tuple(name, hidden, fc.double({ min: 0, max: 1, noNaN: true }))).map(([text, character, where]) => {
    const at = Math.floor(where * text.length);
    return text.slice(0, at) + character + text.slice(at);
  });
  const linked = sample(fc.tuple(name, link)).map((parts) => parts.join(' '));
  const started = performance.now();
  const refused = { names: refusals(names), marked: refusals(marked), linked: refusals(linked) };
  const each = ((performance.now() - started) * 1_000) / (3 * RUNS);
  process.stdout.write(
    `    ${refused.names} of ${RUNS} names refused, ${refused.marked} of ${RUNS} with a hidden character, ${refused.linked} of ${RUNS} with a link; ${each.toFixed(1)} µs each\n`,
  );
  expect(refused).toEqual({ names: 0, marked: RUNS, linked: RUNS });
});
