import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words that the model knows, and the tone that says each of them, in Hz. */
export const TONES = { low: 440, high: 1_000, shrill: 2_500 } as const;
const WORDS = Object.keys(TONES) as (keyof typeof TONES)[];

const BINS = 80;
/** Below this a filter's loudness (a natural logarithm) is a pause. */
const LOUD = 0;

/**
 * Writes a whole, tiny speech model for sherpa-onnx into a folder: it takes tones for words. What a native engine does with sound (rates, features,
 * times, text) is shown with it; how right it hears people is not.
 */
export function writeToneModel(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tokens.txt'), ['<blk> 0', ...WORDS.map((word, index) => `▁${word} ${index + 1}`)].join('\n'));
  writeFileSync(join(folder, 'model.onnx'), toneModel());
}

/** One of Kaldi's filters, as the engine makes its features of sound. */
function binOf(hertz: number): number {
  const mel = (frequency: number): number => 1_127 * Math.log(1 + frequency / 700);
  return Math.round((mel(hertz) - mel(20)) / ((mel(7_600) - mel(20)) / (BINS + 1))) - 1;
}

/** Every fourth frame; each word as loud as its filter is; a pause between them. */
function toneModel(): Buffer {
  const classes = WORDS.length + 1;
  const weights = new Float32Array(BINS * classes);
  for (const [index, word] of WORDS.entries()) weights[binOf(TONES[word]) * classes + index + 1] = 1;
  const bias = Float32Array.from({ length: classes }, (_, index) => (index === 0 ? LOUD : 0));
  const graph = [
    bytes(1, node('Slice', ['x', 'start', 'end', 'axis', 'step'], 'fewer')),
    bytes(1, node('MatMul', ['fewer', 'weights'], 'products')),
    bytes(1, node('Add', ['products', 'bias'], 'logits')),
    bytes(1, node('LogSoftmax', ['logits'], 'log_probs')),
    bytes(1, node('Add', ['x_lens', 'three'], 'rounded')),
    bytes(1, node('Div', ['rounded', 'step'], 'log_probs_len')),
    text(2, 'tones'),
    bytes(5, tensor('weights', [BINS, classes], weights)),
    bytes(5, tensor('bias', [classes], bias)),
    ...Object.entries({ start: 0n, end: 1_000_000n, axis: 1n, step: 4n, three: 3n }).map(([name, value]) => bytes(5, tensor(name, [1], BigInt64Array.of(value)))),
    bytes(11, value('x', 1, ['N', 'T', BINS])),
    bytes(11, value('x_lens', 7, ['N'])),
    bytes(12, value('log_probs', 1, ['N', 'S', classes])),
    bytes(12, value('log_probs_len', 7, ['N'])),
  ];
  return Buffer.concat([number(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, Buffer.concat([text(1, ''), number(2, 13)])), bytes(14, Buffer.concat([text(1, 'model_type'), text(2, 'zipformer2_ctc')]))]);
}

// The few of ONNX's messages that it takes, as protocol buffers write them.
function node(operator: string, inputs: string[], output: string): Buffer {
  return Buffer.concat([...inputs.map((name) => text(1, name)), text(2, output), text(4, operator)]);
}

function tensor(name: string, dimensions: number[], data: Float32Array | BigInt64Array): Buffer {
  return Buffer.concat([...dimensions.map((each) => number(1, each)), number(2, data instanceof Float32Array ? 1 : 7), text(8, name), bytes(9, Buffer.from(data.buffer))]);
}

function value(name: string, kind: 1 | 7, shape: (string | number)[]): Buffer {
  const dimensions = shape.map((each) => bytes(1, typeof each === 'number' ? number(1, each) : text(2, each)));
  return Buffer.concat([text(1, name), bytes(2, bytes(1, Buffer.concat([number(1, kind), bytes(2, Buffer.concat(dimensions))])))]);
}

function varint(from: number): Buffer {
  const digits: number[] = [];
  let left = from;
  for (; left > 127; left = Math.floor(left / 128)) digits.push((left % 128) + 128);
  return Buffer.from([...digits, left]);
}

const number = (field: number, content: number): Buffer => Buffer.concat([varint(field * 8), varint(content)]);
const bytes = (field: number, content: Buffer): Buffer => Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
const text = (field: number, content: string): Buffer => bytes(field, Buffer.from(content));
