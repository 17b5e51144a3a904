import { dayByKey, type Ground } from './date-picker-keys';

/** Open: Mon 2, Tue 3, Thu 5, Fri 6, Tue 10 and Mon 30 November, Tue 1 December 2026, Thu 7 January 2027. */
const OPEN = ['2026-11-02', '2026-11-03', '2026-11-05', '2026-11-06', '2026-11-10', '2026-11-30', '2026-12-01', '2027-01-07'];
const ground: Ground = { min: '2026-11-02', max: '2027-01-20', canStandOn: (date) => OPEN.includes(date) };

const lead = (from: string, keys: string, mirrored = false, on = ground) => dayByKey(from, { key: keys.replace('Shift+', ''), shiftKey: keys.startsWith('Shift+'), mirrored }, on);

afterEach(() => jest.restoreAllMocks());

describe('The keys of a month', () => {
  it.each([
    ['2026-11-03', 'ArrowRight', '2026-11-05'],
    ['2026-11-05', 'ArrowLeft', '2026-11-03'],
    ['2026-11-03', 'ArrowDown', '2026-11-10'],
    ['2026-11-10', 'ArrowUp', '2026-11-03'],
    ['2026-11-10', 'ArrowRight', '2026-11-30'],
    ['2026-11-30', 'ArrowRight', '2026-12-01'],
    ['2026-12-01', 'ArrowLeft', '2026-11-30'],
    ['2026-11-05', 'Home', '2026-11-02'],
    ['2026-11-03', 'End', '2026-11-06'],
    ['2026-11-02', 'Home', '2026-11-02'],
    ['2026-11-10', 'PageDown', '2026-12-01'],
    ['2026-11-30', 'PageDown', '2026-12-01'],
    ['2026-12-01', 'PageUp', '2026-11-02'],
    ['2026-12-01', 'PageDown', '2027-01-07'],
    ['2026-11-10', 'Shift+PageDown', '2027-01-07'],
    ['2027-01-07', 'Shift+PageUp', '2026-11-02'],
  ])('lead from %s by %s to %s', (from, keys, to) => expect(lead(from, keys)).toBe(to));

  it('lead over a month that has no day for them', () => {
    const without = { ...ground, canStandOn: (date: string) => OPEN.includes(date) && !date.startsWith('2026-12') };
    expect(lead('2026-11-10', 'PageDown', false, without)).toBe('2027-01-07');
    expect(lead('2027-01-07', 'PageUp', false, without)).toBe('2026-11-30');
  });

  it('lead nowhere beyond the first and the last day', () => {
    expect(lead('2026-11-02', 'ArrowLeft')).toBeUndefined();
    expect(lead('2027-01-07', 'ArrowRight')).toBeUndefined();
    expect(lead('2026-11-02', 'ArrowRight', false, { canStandOn: () => false })).toBeUndefined();
  });

  it('keep to the end of shorter months', () => expect(lead('2027-01-31', 'PageDown', false, { canStandOn: () => true })).toBe('2027-02-28'));

  it('are mirrored sideways alone where the page is', () => {
    expect(lead('2026-11-05', 'ArrowRight', true)).toBe('2026-11-03');
    expect(lead('2026-11-03', 'ArrowLeft', true)).toBe('2026-11-05');
    expect(lead('2026-11-03', 'ArrowDown', true)).toBe('2026-11-10');
  });

  it('end the week where the region does', () => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
    const all = { canStandOn: () => true };
    expect([lead('2026-11-04', 'Home', false, all), lead('2026-11-04', 'End', false, all)]).toEqual(['2026-11-01', '2026-11-07']);
  });
});
