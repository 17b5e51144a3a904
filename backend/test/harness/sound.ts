/**
 * How strong a tone is in sound of 16 bit, little-endian (Goertzel).
 * @returns its amplitude, 0 to 1
 */
export function strengthOf(pcm: Buffer, frequency: number, rate: number): number {
  const frames = pcm.length / 2;
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let [before, last] = [0, 0];
  for (let at = 0; at < frames; at += 1) [before, last] = [last, pcm.readInt16LE(at * 2) / 32_768 + turn * last - before];
  return (2 * Math.sqrt(before ** 2 + last ** 2 - turn * before * last)) / frames;
}

/** The tenth of a second in which a tone is strongest. On a busy machine what arrives over a network is stretched here and there, and a tone out of step with itself seems weak over seconds. */
export function clearestOf(pcm: Buffer, frequency: number, rate: number): Buffer {
  const bytes = Math.round(rate / 10) * 2;
  const parts = Array.from({ length: Math.floor(pcm.length / bytes) }, (_, at) => pcm.subarray(at * bytes, (at + 1) * bytes));
  const strengths = parts.map((part) => strengthOf(part, frequency, rate));
  return parts[strengths.indexOf(Math.max(...strengths))] ?? Buffer.alloc(bytes);
}
