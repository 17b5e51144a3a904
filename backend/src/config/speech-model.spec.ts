import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeToneModel } from '../../test/harness/tone-model';
import { readEnvironment } from './environment';
import { speechModelIn } from './speech-model';

const length = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);
/** A file that says what it is, behind a part of other things. */
const saying = (type: string): Buffer => {
  const entry = (key: string, value: string): Buffer => Buffer.concat([Buffer.from([0x0a]), length(Buffer.from(key)), Buffer.from([0x12]), length(Buffer.from(value))]);
  const metadata = (key: string, value: string): Buffer => Buffer.concat([Buffer.from([0x72]), length(entry(key, value))]);
  return Buffer.concat([Buffer.from([0x08, 0x08, 0x3a, 0x90, 0x4e]), Buffer.alloc(10_000, 0x72), metadata('language', 'en'), metadata('model_type', type)]);
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-model-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (names: readonly string[], type = ''): void => names.forEach((name) => writeFileSync(join(folder, name), saying(type)));
const found = (): unknown => {
  const model = speechModelIn(folder);
  if (typeof model === 'string') return model;
  return [model.kind, Object.fromEntries(Object.entries(model.files).map(([part, path]) => [part, basename(path)]))];
};

it.each([
  ['a transducer', ['tokens.txt', 'encoder-epoch-99.onnx', 'decoder-epoch-99.onnx', 'joiner-epoch-99.onnx'], '', ['transducer', { encoder: 'encoder-epoch-99.onnx', decoder: 'decoder-epoch-99.onnx', joiner: 'joiner-epoch-99.onnx' }]],
  ['Whisper, the smaller of two', ['base-tokens.txt', 'base-encoder.onnx', 'base-encoder.int8.onnx', 'base-decoder.int8.onnx'], 'whisper-base', ['whisper', { encoder: 'base-encoder.int8.onnx', decoder: 'base-decoder.int8.onnx' }]],
  ['Moonshine', ['tokens.txt', 'preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx'], '', ['moonshine', { preprocessor: 'preprocess.onnx', encoder: 'encode.int8.onnx', uncachedDecoder: 'uncached_decode.int8.onnx', cachedDecoder: 'cached_decode.int8.onnx' }]],
  ['Paraformer', ['tokens.txt', 'model.int8.onnx'], 'paraformer', ['paraformer', { model: 'model.int8.onnx' }]],
  ['SenseVoice', ['tokens.txt', 'model.onnx'], 'sense_voice_ctc', ['senseVoice', { model: 'model.onnx' }]],
  ['a CTC model of NeMo', ['tokens.txt', 'model.onnx'], 'EncDecCTCModelBPE', ['nemoCtc', { model: 'model.onnx' }]],
  ['a CTC model of WeNet', ['tokens.txt', 'model.onnx'], 'wenet_ctc', ['wenetCtc', { model: 'model.onnx' }]],
])('%s is known by its files and by what they say of themselves', (_name, names, type, expected) => {
  put(names, type);
  expect(found()).toEqual(expected);
});

it('a whole model is one', () => {
  writeToneModel(folder);
  expect(found()).toEqual(['zipformerCtc', { model: 'model.onnx' }]);
});

it('what is none stops the boot with a sentence, and so does an endpoint beside a model', () => {
  const boot = (environment: object): (() => unknown) => () => readEnvironment({ DATABASE_URL: 'postgres://a@localhost/b', ...environment });
  const dir = { TRANSCRIPTION_MODEL_DIR: folder };
  expect(boot({ TRANSCRIPTION_MODEL_DIR: join(folder, 'no') })).toThrow('is no folder that can be read');
  expect(boot(dir)).toThrow('has no tokens.txt');
  put(['tokens.txt', 'model.onnx'], 'speaker-embedding');
  expect(boot(dir)).toThrow('holds no speech model that is known here');
  put(['encoder.onnx', 'decoder.onnx'], 'fire-red-asr');
  expect(boot(dir)).toThrow('holds no speech model that is known here');
  const whole = join(folder, 'whole');
  mkdirSync(whole);
  writeToneModel(whole);
  expect(boot({ TRANSCRIPTION_MODEL_DIR: whole })).not.toThrow();
  expect(boot({ TRANSCRIPTION_MODEL_DIR: whole, TRANSCRIPTION_MODEL: 'other' })).toThrow('name one of them');
});
