import { createRequire } from 'node:module';
import { serve } from '../../common/process/limited-child-process';
import type { SpeechModel } from '../../config/speech-model';

/** What `LocalRecognizer` asks: to load the model, or what is said in sound (mono, 16 bit, little-endian). */
export type RecognizerQuestion = { load: true } | { pcm: Uint8Array; rate: number };
export type RecognizerAnswer = { loaded: true } | { refused: 'module' | 'model' } | RecognizedText;

/** As the engine tells it; a time, in seconds, for each token where the model has them. */
export interface RecognizedText {
  text: string;
  tokens: string[];
  timestamps: number[];
}

/** Of the package, what is used here; it has no types of its own. */
interface SherpaOnnx {
  OfflineRecognizer: new (config: object) => {
    createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
    decode(stream: object): void;
    getResult(stream: object): Partial<RecognizedText>;
  };
  LinearResampler: new (from: number, to: number) => { flush(samples: Float32Array): Float32Array };
}

/** What speech models hear. */
const RATE = 16_000;
const LOUDEST = 32_768;
const BYTES_A_SAMPLE = 2;

const { kind, files, tokens } = JSON.parse(process.argv[4] ?? '{}') as SpeechModel;
const threads = Number(process.argv[5]);
let engine: { sherpa: SherpaOnnx; recognizer: InstanceType<SherpaOnnx['OfflineRecognizer']> } | undefined;

/** A model that its own code cannot read ends this process: whoever asked hears that. */
function load(): { loaded: true } | { refused: 'module' | 'model' } {
  let sherpa: SherpaOnnx;
  try {
    sherpa = createRequire(__filename)('sherpa-onnx-node') as SherpaOnnx;
  } catch {
    return { refused: 'module' };
  }
  try {
    const modelConfig = { [kind]: files, tokens, numThreads: threads, provider: 'cpu', debug: 0 };
    engine = { sherpa, recognizer: new sherpa.OfflineRecognizer({ featConfig: { sampleRate: RATE, featureDim: 80 }, modelConfig, decodingMethod: 'greedy_search' }) };
    return { loaded: true };
  } catch {
    return { refused: 'model' };
  }
}

function answer(question: RecognizerQuestion): Promise<RecognizerAnswer> {
  const loaded = engine ? ({ loaded: true } as const) : load();
  if ('load' in question || !engine) return Promise.resolve(loaded);
  const { sherpa, recognizer } = engine;
  const heard = samplesOf(question.pcm);
  const samples = question.rate === RATE ? heard : new sherpa.LinearResampler(question.rate, RATE).flush(heard);
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples, sampleRate: RATE });
  recognizer.decode(stream);
  const { text = '', tokens: said = [], timestamps = [] } = recognizer.getResult(stream);
  return Promise.resolve({ text, tokens: said, timestamps });
}

function samplesOf(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from({ length: Math.floor(pcm.byteLength / BYTES_A_SAMPLE) }, (_, at) => view.getInt16(at * BYTES_A_SAMPLE, true) / LOUDEST);
}

serve(answer);
