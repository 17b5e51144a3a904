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
