/** What is sent in one go is no larger: 25 MB is the most that endpoints take. */
export const MOST_BYTES = 24 * 1024 * 1024;
const BYTES_A_FRAME = 2;
const LOUDEST = 32_768;
/** Below this nobody is heard: what an engine makes of it, it made up. */
const SILENT_BELOW = 0.003;
/** A breath between two words, about. */
const WINDOW_MS = 400;
const STEP_MS = 20;

/** How many bytes a stretch of so many seconds has at most. @param rate frames a second; mono, 16 bit */
export function bytesOf(seconds: number, rate: number): number {
  return Math.min(Math.floor(seconds * rate) * BYTES_A_FRAME, MOST_BYTES);
}

/**
 * Where sound is cut so that no word is: in the quietest moment of its second half.
 * @param pcm mono, 16 bit, little-endian @returns frames from its beginning, at least half of them
 */
export function quietestCut(pcm: Buffer, rate: number): number {
  const frames = Math.floor(pcm.length / BYTES_A_FRAME);
  const step = Math.max(1, Math.round((rate * STEP_MS) / 1_000));
  const width = Math.max(1, Math.round(WINDOW_MS / STEP_MS));
  const from = Math.floor(frames / 2 / step);
  const until = Math.floor(frames / step);
  if (until - from <= width) return frames;
  const loudness = Array.from({ length: until - from }, (_, index) => energy(pcm, (from + index) * step, step));
  let sum = loudness.slice(0, width).reduce((total, each) => total + each, 0);
  let [best, least] = [0, sum];
  for (let at = 1; at + width <= loudness.length; at += 1) {
    sum += loudness[at + width - 1]! - loudness[at - 1]!;
    if (sum < least) [best, least] = [at, sum];
  }
  return (from + best + Math.floor(width / 2)) * step;
}

/** Whether nobody can be heard. @param from, @param until milliseconds from the beginning */
export function isSilent(pcm: Buffer, rate: number, from = 0, until = Infinity): boolean {
  const frames = pcm.length / BYTES_A_FRAME;
  const last = Math.min(Math.ceil((until * rate) / 1_000), frames);
  for (let frame = Math.max(0, Math.floor((from * rate) / 1_000)); frame < last; frame += 1) {
    if (Math.abs(pcm.readInt16LE(frame * BYTES_A_FRAME)) >= SILENT_BELOW * LOUDEST) return false;
  }
  return true;
}

function energy(pcm: Buffer, from: number, frames: number): number {
  let sum = 0;
  for (let frame = from; frame < from + frames; frame += 1) sum += pcm.readInt16LE(frame * BYTES_A_FRAME) ** 2;
  return sum;
}
