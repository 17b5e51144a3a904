import { firstWished } from './wishes';

const MONDAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const times = Array.from({ length: 288 }, (_, n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`);

describe('a wish', () => {
  const days = [
    { date: MONDAY, times: ['08:00', '09:30', '17:00'] },
    { date: TUESDAY, times: ['07:00', '10:00'] },
  ];

  it.each([
    ['any day', [{ weekday: null, from: '00:00', until: '23:59' }], [], `${MONDAY} 08:00`],
    ['both ends included', [{ weekday: null, from: '09:30', until: '09:30' }], [], `${MONDAY} 09:30`],
    ['a weekday', [{ weekday: 2, from: '08:00', until: '12:00' }], [], `${TUESDAY} 10:00`],
    ['the earliest of several', [{ weekday: 1, from: '12:00', until: '18:00' }, { weekday: 1, from: '09:00', until: '10:00' }], [], `${MONDAY} 09:30`],
    ['without what was offered before', [{ weekday: null, from: '08:00', until: '09:30' }], [`${MONDAY} 08:00`, `${MONDAY} 09:30`], undefined],
    ['the next after what was offered before', [{ weekday: null, from: '08:00', until: '10:00' }], [`${MONDAY} 08:00`, `${MONDAY} 09:30`], `${TUESDAY} 10:00`],
    ['none', [{ weekday: 0, from: '00:00', until: '23:59' }], [], undefined],
    ['an end before its beginning', [{ weekday: null, from: '17:00', until: '08:00' }], [], undefined],
  ])('%s', (_, wishes, before, expected) => {
    const found = firstWished(days, wishes, new Set(before));
    expect(found && `${found.date} ${found.time}`).toBe(expected);
  });

  it('that nothing suits costs a few looks, however many times are free', () => {
    let looks = 0;
    const counted = new Proxy(times, { get: (target, key, self) => (typeof key === 'string' && /^\d+$/.test(key) && (looks += 1), Reflect.get(target, key, self) as unknown) });
    const wish = { weekday: null, from: '12:01', until: '12:04' };
    expect(firstWished([{ date: MONDAY, times: counted }], [wish, wish, wish], new Set())).toBeUndefined();
    expect(looks).toBeLessThan(40);
  });
});
