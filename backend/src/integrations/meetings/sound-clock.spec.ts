import { SoundClock } from './sound-clock';

const pcm = Buffer.alloc(4_000);

it('says where each chunk stands, and what the machine was too busy to hear is missing before the next one', () => {
  const clock = new SoundClock(1_000, 500);
  const places = [[0, -20], [2_000, 100], [4_000, 3_000], [6_000, 3_000]].map(([start = 0, lost = 0]) => clock.place(start, pcm, lost));
  expect(places.map(({ seq, startFrame }) => [seq, startFrame])).toEqual([[0, 0], [1, 2_000], [2, 7_000], [3, 9_000]]);
  expect(places[2]?.heardAt).toBe(7_500);
});
