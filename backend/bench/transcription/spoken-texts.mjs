// Sound whose words are known: an operator's own, or what espeak-ng speaks.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { readWav } = createRequire(import.meta.url)('../../dist/modules/meetings/upload/wav.js');

const TEXTS = [
  'The client came on time and seemed tired. Sleep was better than last week, about six hours a night, but the mornings remain hard.',
  'He spoke about the new job and the long way to work. The panic on the train came twice, once near the tunnel, and both times he stayed until the next station.',
  'Since the move in autumn there has been little appetite and much crying in the evening. Friends live far away. We agreed to meet again on Thursday.',
  'She felt left alone with the letters from the bank. Both want one evening a week without talk of debts, and a plan for the next three months.',
];
/** Names of voices, and words a minute. */
const VOICES = [['en-gb', 150], ['en-us', 175], ['en-gb-scotland', 160], ['en-us+f3', 190]];

/**
 * @param {string | undefined} folder with `*.wav` (mono, 16 bit) beside `*.txt`
 * @returns {{ samples: { text: string, pcm: Buffer, rate: number }[], source: string, missing?: string }} `missing`: why there is none
 */
export function soundOf(folder) {
  return folder === undefined ? spoken() : given(folder);
}

function given(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.wav')).sort();
  const samples = names.map((name) => ({ text: readFileSync(join(folder, name.replace(/\.wav$/, '.txt')), 'utf8'), ...samplesOf(readFileSync(join(folder, name)), name) }));
  return { samples, source: 'from a folder', ...(names.length === 0 && { missing: 'the folder holds no *.wav' }) };
}

function spoken() {
  if (spawnSync('espeak-ng', ['--version']).status !== 0) return { samples: [], source: '', missing: 'there is no espeak-ng on this machine (apt-get install espeak-ng), and no folder was named (--sound=)' };
  const samples = VOICES.flatMap(([voice, speed]) => TEXTS.map((text) => ({ text, ...samplesOf(spawnSync('espeak-ng', ['-v', voice, '-s', String(speed), '--stdout', text], { maxBuffer: 64 * 1024 * 1024 }).stdout, voice) })));
  return { samples, source: `spoken by espeak-ng in ${VOICES.length} voices: people are heard differently` };
}

function samplesOf(wav, name) {
  // What is written to a pipe does not know its length when it begins.
  const format = readWav(wav, wav.length);
  if (typeof format === 'string' || format.channels !== 1 || format.bits !== 16) throw new Error(`${name} is no WAV file of one channel and 16 bit.`);
  return { pcm: wav.subarray(format.dataAt, Math.min(wav.length, format.dataAt + format.dataBytes)), rate: format.rate };
}
