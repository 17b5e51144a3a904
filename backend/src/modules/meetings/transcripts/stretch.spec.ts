import { bytesOf, isSilent, MOST_BYTES, quietestCut } from './stretch';

const RATE = 16_000;
const tone = (seconds: number): Buffer => {
  const pcm = Buffer.alloc(seconds * RATE * 2);
  for (let frame = 0; frame < pcm.length / 2; frame += 1) pcm.writeInt16LE(Math.round(8_000 * Math.sin(frame / 5)), frame * 2);
  return pcm;
};
const silence = (seconds: number): Buffer => Buffer.alloc(seconds * RATE * 2);

it('sound is cut in the quietest moment of its second half', () => {
  const sound = Buffer.concat([tone(2), silence(2), tone(3), silence(0.5), tone(3)]);
  expect(quietestCut(sound, RATE) / RATE).toBeCloseTo(7.2, 1);
  // Where nobody ever pauses, it is cut too.
  expect(quietestCut(tone(10), RATE)).toBeGreaterThanOrEqual(5 * RATE);
  expect(quietestCut(tone(0.1), RATE)).toBe(0.1 * RATE);
});

it('knows where nobody is heard', () => {
  const sound = Buffer.concat([tone(1), silence(1)]);
  expect([isSilent(sound, RATE), isSilent(sound, RATE, 1_000, 2_000), isSilent(sound, RATE, -5, 10), isSilent(Buffer.alloc(0), RATE)]).toEqual([false, true, false, true]);
});

it('no stretch is larger than endpoints take, however fine its sound is', () => {
  expect(bytesOf(240, 44_100)).toBe(240 * 44_100 * 2);
  expect(bytesOf(240, 96_000)).toBe(MOST_BYTES);
});
