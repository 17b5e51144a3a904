import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHead } from '../../src/modules/meetings/upload/wav';
import { toneOf } from '../harness/meetings';
import { TONES, writeToneModel } from '../harness/tone-model';
import { startTranscription } from '../harness/transcription-stand-in';

const BENCH = join(__dirname, '../../bench/transcription.mjs');
const RATE = 16_000;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-sound-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(name: string, text: string, pcm: Buffer): void {
  writeFileSync(join(folder, `${name}.wav`), Buffer.concat([wavHead(pcm.length, RATE), pcm]));
  writeFileSync(join(folder, `${name}.txt`), text);
}

/** @returns the rows that the command prints */
async function printed(environment: Record<string, string>): Promise<string[]> {
  const child = spawn(process.execPath, [BENCH, `--sound=${folder}`], { env: { PATH: process.env['PATH'], ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return text.split('\n').map((line) => line.replace(/\s{2,}/g, ' | ').trim());
}

it('prints what is wrong, in words and characters, for an endpoint and a model, and nothing where there is none', async () => {
  const endpoint = await startTranscription();
  try {
    record('one', 'The quick brown fox.', toneOf(RATE, RATE, TONES.low));
    record('two', 'It sleeps', toneOf(2 * RATE, RATE, TONES.high));
    // Of six words one is another one, and one is left out: 2 and 7 of 28 characters.
    endpoint.answer(({ seconds }) => ({ text: seconds < 1.5 ? 'the quick BROWN frog' : 'it', segments: undefined }));
    const rows = await printed(endpoint.environment);
    expect(rows).toContainEqual(expect.stringMatching(/^an OpenAI-compatible endpoint \(sound-model\) \| 33\.33 % \| 32\.14 % \| \d+\.\d{3}$/));
    expect(rows).toContain('a model on this machine | not measured: no engine configured here');
    expect(endpoint.heard).toHaveLength(2);
    expect(endpoint.problems).toEqual([]);

    const model = join(folder, 'model');
    writeToneModel(model);
    // Of two words one is another one.
    record('one', 'high', toneOf(RATE, RATE, TONES.low));
    record('two', 'high', toneOf(RATE, RATE, TONES.high));
    const local = await printed({ TRANSCRIPTION_MODEL_DIR: model });
    expect(local).toContainEqual(expect.stringMatching(/^a model on this machine \(sherpa-onnx: model\) \| 50\.00 % \| 50\.00 % \| \d+\.\d{3}$/));
    expect(local).toContain('an OpenAI-compatible endpoint | not measured: no engine configured here');
    expect((await printed({})).filter((row) => row.includes('not measured: no engine configured here'))).toHaveLength(2);
  } finally {
    await endpoint.close();
  }
});
