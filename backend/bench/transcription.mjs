// How right speech is written down, by engine, in words and characters that are wrong: npm run bench -- --only=transcription [--sound=folder]
// The engines are those that the environment configures (TRANSCRIPTION_MODEL and its key, TRANSCRIPTION_MODEL_DIR), asked as the product asks them.
// The sound is a folder's (`one.wav` beside `one.txt`), else texts that espeak-ng speaks. Prints, never asserts; what was not measured says so.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { argv, env } from 'node:process';
import { printTable } from './measure/report.mjs';
import { changes } from './measure/text-errors.mjs';
import { soundOf } from './transcription/spoken-texts.mjs';

const require = createRequire(import.meta.url);
const { AppConfig } = require('../dist/config/app-config.js');
const { readEnvironment } = require('../dist/config/environment.js');
const { LocalRecognizer } = require('../dist/integrations/ai/local-recognizer.js');
const { Transcriber } = require('../dist/integrations/ai/transcriber.js');
const { bytesOf, isSilent, quietestCut } = require('../dist/modules/meetings/transcripts/stretch.js');
const { wavHead } = require('../dist/modules/meetings/upload/wav.js');

const NOT_CONFIGURED = 'not measured: no engine configured here';
/** Nothing is counted and nobody is asked: there is no database here. */
const RUNS = { modelsAllowed: () => Promise.resolve(true), begin: () => Promise.resolve('bench'), end: () => Promise.resolve() };

/** @param {'TRANSCRIPTION_MODEL' | 'TRANSCRIPTION_MODEL_DIR'} variable the engine that it configures, without the other one */
function engineOf(variable) {
  const told = Object.fromEntries(Object.entries(env).filter(([name]) => /^(OPENAI|TRANSCRIPTION)_/.test(name) && (name === variable || !/^TRANSCRIPTION_MODEL(_DIR)?$/.test(name))));
  const config = new AppConfig(readEnvironment({ ...told, DATABASE_URL: 'postgres://bench@127.0.0.1/bench' }));
  const local = new LocalRecognizer(config);
  return { transcriber: new Transcriber(config, RUNS, local), stop: () => local.beforeApplicationShutdown() };
}

/** As the product does it: cut where nobody speaks, and silence is not sent. @returns {Promise<string>} */
async function heard(transcriber, { pcm, rate }) {
  const said = [];
  let hasTimes = true;
  for (let at = 0; at < pcm.length; ) {
    const most = bytesOf(transcriber.longestSeconds(hasTimes), rate);
    const rest = pcm.subarray(at);
    const frames = rest.length > most ? quietestCut(rest.subarray(0, most), rate) : rest.length / 2;
    const part = rest.subarray(0, frames * 2);
    const answer = isSilent(part, rate) ? { utterances: [], hasTimes } : await transcriber.hear({ therapistId: 'bench', wav: Buffer.concat([wavHead(part.length, rate), part]), milliseconds: Math.floor((frames * 1_000) / rate), asksTimes: hasTimes });
    if (answer === 'times_refused') {
      hasTimes = false;
      continue;
    }
    said.push(...answer.utterances.map(({ text }) => text));
    hasTimes = answer.hasTimes;
    at += part.length;
  }
  return said.join(' ');
}

/** Words alone: capitals and marks are no matter of hearing. */
const wordsOf = (text) => text.toLowerCase().replace(/[’']/g, "'").replace(/[^\p{L}\p{N}' ]/gu, ' ').split(/\s+/).filter((word) => word !== '');

async function measured(transcriber, samples) {
  let [wrongWords, words, wrongCharacters, characters, ms, seconds] = [0, 0, 0, 0, 0, 0];
  for (const sample of samples) {
    const started = performance.now();
    const text = await heard(transcriber, sample);
    ms += performance.now() - started;
    seconds += sample.pcm.length / 2 / sample.rate;
    const [expected, got] = [wordsOf(sample.text), wordsOf(text)];
    wrongWords += changes(expected, got);
    words += expected.length;
    wrongCharacters += changes([...expected.join(' ')], [...got.join(' ')]);
    characters += expected.join(' ').length;
  }
  const share = (part, whole) => `${((part / whole) * 100).toFixed(2)} %`;
  return [share(wrongWords, words), share(wrongCharacters, characters), (ms / 1_000 / seconds).toFixed(3)];
}

const folder = argv.find((arg) => arg.startsWith('--sound='))?.slice('--sound='.length);
const { samples, source, missing } = soundOf(folder);
const rows = [['engine', 'WER', 'CER', 'real-time factor']];
for (const [name, variable] of [['an OpenAI-compatible endpoint', 'TRANSCRIPTION_MODEL'], ['a model on this machine', 'TRANSCRIPTION_MODEL_DIR']]) {
  const { transcriber, stop } = engineOf(variable);
  try {
    if (env[variable] === undefined || transcriber.missing !== null) rows.push([name, NOT_CONFIGURED]);
    else if (missing) rows.push([`${name} (${transcriber.modelName})`, `not measured: ${missing}`]);
    else rows.push([`${name} (${transcriber.modelName})`, ...(await measured(transcriber, samples).catch((error) => [`not measured: ${error.message}`]))]);
  } finally {
    stop();
  }
}
printTable(rows);
console.log(`(${missing ?? `${samples.length} recordings, ${source}`}; words and characters wrong, without capitals and marks)\n`);
