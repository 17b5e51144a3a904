import { addDays, formatDate, weekdayName } from './dates';
import { clockTime, region, twelveHourTime } from './region';

const browser = (language: string) => jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);
const noWeekInfo = () => {
  const { getWeekInfo, weekInfo } = Object.getOwnPropertyDescriptors(Intl.Locale.prototype) as Record<string, PropertyDescriptor | undefined>;
  Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', { value: undefined, configurable: true });
  Object.defineProperty(Intl.Locale.prototype, 'weekInfo', { value: undefined, configurable: true });
  return () => {
    delete (Intl.Locale.prototype as { getWeekInfo?: unknown }).getWeekInfo;
    delete (Intl.Locale.prototype as { weekInfo?: unknown }).weekInfo;
    if (getWeekInfo) Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', getWeekInfo);
    if (weekInfo) Object.defineProperty(Intl.Locale.prototype, 'weekInfo', weekInfo);
  };
};

afterEach(() => jest.restoreAllMocks());

const STARTS = [
  ['en-US', 0],
  ['en-GB', 1],
  ['de', 1],
  ['pt-BR', 0],
  ['ja-JP', 0],
  ['ar-EG', 6],
  ['fa', 6],
] as const;

describe('The first day of the week', () => {
  it.each(STARTS)('of %s', (language, day) => {
    browser(language);
    expect(region().weekStartsOn).toBe(day);
  });

  it('is known as well where the browser does not tell', () => {
    const restore = noWeekInfo();
    try {
      const known = STARTS.map(([language]) => {
        // Spelled differently, so that it was not asked for before.
        browser(`${language}-u-co-standard`);
        return region().weekStartsOn;
      });
      expect(known).toEqual(STARTS.map(([, day]) => day));
    } finally {
      restore();
    }
  });
});

describe('Dates', () => {
  it('stand in the order of the region', () => {
    browser('en-US');
    expect(['full', 'long', 'medium', 'short', 'month', 'weekday'].map((style) => formatDate('2026-11-24', style as 'full'))).toEqual([
      'Tuesday, November 24, 2026',
      'Tuesday, November 24',
      'Tue, Nov 24',
      'Nov 24, 2026',
      'November 2026',
      'Tue',
    ]);
    browser('en-AU');
    expect(formatDate('2026-11-24')).toBe('Tue 24 Nov');
  });

  it('have the names of the browser, by the calendar of the product', () => {
    browser('de-DE');
    expect(formatDate('2026-11-24', 'full')).toBe('Dienstag, 24. November 2026');
    expect(weekdayName('2026-11-24', 'short')).toBe('Di');
    browser('fa-IR');
    expect(formatDate('2026-11-24', 'short')).toMatch(/2026/);
    browser('th-TH');
    expect(formatDate('2026-11-24', 'month')).toMatch(/2026/);
  });

  it('are never out of step with the day, whatever the zone', () => {
    browser('fr-FR');
    for (let day = '2026-03-25'; day < '2026-04-02'; day = addDays(day, 1)) expect(formatDate(day, 'short')).toContain(String(Number(day.slice(8))));
  });

  it('are English where the browser names no language that is one', () => {
    browser('en-US@posix');
    expect(formatDate('2026-11-24')).toBe('Tue 24 Nov');
    browser('');
    expect(formatDate('2026-11-24')).toBe('Tue 24 Nov');
  });
});

describe('Times', () => {
  it('have the 12-hour spelling beside where the region uses it', () => {
    browser('en-US');
    expect(['00:00', '09:30', '12:00', '14:05', '23:59'].map(twelveHourTime)).toEqual(['12:00 am', '9:30 am', '12:00 pm', '2:05 pm', '11:59 pm']);
    expect(clockTime('14:00')).toBe('14:00 (2:00 pm)');
  });

  it.each(['en-GB', 'de-DE', 'fr-FR'])('have not in %s', (language) => {
    browser(language);
    expect(twelveHourTime('14:00')).toBeUndefined();
    expect(clockTime('14:00')).toBe('14:00');
  });
});
