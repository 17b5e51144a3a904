import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** As sherpa-onnx names them. */
export type SpeechModelKind = 'transducer' | 'whisper' | 'moonshine' | 'paraformer' | 'senseVoice' | 'nemoCtc' | 'zipformerCtc' | 'wenetCtc';

/** A speech model on this machine: what sherpa-onnx is told of it. */
export interface SpeechModel {
  /** Of its folder. */
  name: string;
  kind: SpeechModelKind;
  /** Paths, by what each part is called there. */
  files: Readonly<Record<string, string>>;
  tokens: string;
  /** Of all of its files. */
  bytes: number;
}

/** What models that are one file say of themselves. */
const KINDS: readonly [RegExp, SpeechModelKind][] = [
  [/^paraformer/, 'paraformer'],
  [/^sense_voice/, 'senseVoice'],
  [/^EncDec(CTC|Hybrid)/, 'nemoCtc'],
  [/^zipformer/, 'zipformerCtc'],
  [/^wenet/, 'wenetCtc'],
];
const KNOWN = 'A model of sherpa-onnx is expected: a transducer, Whisper, Moonshine, Paraformer, SenseVoice, or a CTC model of NeMo, Zipformer or WeNet, each with its tokens.txt.';
const METADATA = 14;
const MOST_METADATA_BYTES = 1024 * 1024;

/** Looks at names and at what the files say of themselves; loads nothing. @returns a sentence where there is none that can be used */
export function speechModelIn(folder: string): SpeechModel | string {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return `${folder} is no folder that can be read.`;
  }
  // The smaller of two of a kind: it is heard on a processor.
  const part = (name: RegExp): string | undefined => {
    const fitting = names.filter((each) => each.endsWith('.onnx') && name.test(each));
    const found = fitting.find((each) => each.includes('.int8.')) ?? fitting[0];
    return found && join(resolve(folder), found);
  };
  const tokens = names.find((each) => each.endsWith('tokens.txt'));
  if (tokens === undefined) return `${folder} has no tokens.txt. ${KNOWN}`;
  const [encoder, decoder, joiner] = [/encoder/, /decoder/, /joiner/].map(part);
  const [preprocessor, encode, uncachedDecoder, cachedDecoder] = [/^preprocess/, /^encode\b/, /^uncached_decode/, /^cached_decode/].map(part);
  const model = (kind: SpeechModelKind, files: Record<string, string>): SpeechModel => {
    const all = { ...files, tokens: join(resolve(folder), tokens) };
    return { name: basename(resolve(folder)), kind, files, tokens: all.tokens, bytes: Object.values(all).reduce((sum, path) => sum + statSync(path).size, 0) };
  };
  if (encoder && decoder && joiner) return model('transducer', { encoder, decoder, joiner });
  if (preprocessor && encode && uncachedDecoder && cachedDecoder) return model('moonshine', { preprocessor, encoder: encode, uncachedDecoder, cachedDecoder });
  if (encoder && decoder && typeOf(encoder).startsWith('whisper')) return model('whisper', { encoder, decoder });
  const single = encoder ?? part(/./);
  const [, kind] = (single !== undefined && !decoder && KINDS.find(([type]) => type.test(typeOf(single)))) || [];
  return single !== undefined && kind ? model(kind, { model: single }) : `${folder} holds no speech model that is known here. ${KNOWN}`;
}

/** What a file in ONNX's form says that it is: stands at its end, behind all of its numbers. Empty where it says nothing. */
function typeOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = statSync(path);
    const head = Buffer.alloc(20);
    for (let at = 0; at < size; ) {
      readSync(file, head, 0, head.length, at);
      const tag = varint(head, 0);
      const value = varint(head, tag.bytes);
      at += tag.bytes + value.bytes;
      if (tag.value % 8 === 0) continue;
      // Numbers in parts of a fixed size stand in no such file's outermost level.
      if (tag.value % 8 !== 2) return '';
      if (Math.floor(tag.value / 8) === METADATA && value.value <= MOST_METADATA_BYTES) {
        const entry = Buffer.alloc(value.value);
        readSync(file, entry, 0, entry.length, at);
        const key = varint(entry, 1);
        if (entry.subarray(1 + key.bytes, 1 + key.bytes + key.value).toString() === 'model_type') {
          const from = 1 + key.bytes + key.value;
          return entry.subarray(from + 1 + varint(entry, from + 1).bytes).toString();
        }
      }
      at += value.value;
    }
    return '';
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

/** A whole number as protocol buffers write it. */
function varint(from: Buffer, at: number): { value: number; bytes: number } {
  let [value, bytes] = [0, 0];
  for (let more = true; more && bytes < 10; bytes += 1) {
    const byte = from[at + bytes] ?? 0;
    value += (byte & 127) * 128 ** bytes;
    more = byte > 127;
  }
  return { value, bytes };
}
