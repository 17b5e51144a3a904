import {
  formatInstant,
  hoursApart,
  instantInZone,
  localZone,
  relativeDay,
  today,
  zoneCity,
  zonedInstant,
  zoneLabel,
} from './zones';

describe('zones', () => {
  it('reads well', () => {
    expect(zoneLabel('America/New_York')).toBe('America/New York');
    expect(zoneCity('America/Los_Angeles')).toBe('Los Angeles');
    expect(zoneCity('UTC')).toBe('UTC');
  });

  it('shows an instant as a zone does', () => {
    expect(instantInZone('2026-11-24T04:30:00Z', 'America/New_York')).toEqual({ date: '2026-11-23', time: '23:30' });
    expect(instantInZone('2026-11-24T00:00:00Z', 'UTC')).toEqual({ date: '2026-11-24', time: '00:00' });
    expect(formatInstant('2026-11-24T15:00:00Z', 'America/New_York')).toBe('Tue 24 Nov, 10:00');
  });

  it('tells how far two zones are apart on that day', () => {
    expect(hoursApart('2026-11-24T15:00:00Z', 'America/New_York', 'Europe/Paris')).toBe(6);
    // Between the two changes of clocks it is one hour less.
    expect(hoursApart('2026-03-20T15:00:00Z', 'America/New_York', 'Europe/Paris')).toBe(5);
    expect(hoursApart('2026-03-20T15:00:00Z', 'UTC', 'Asia/Kolkata')).toBe(5.5);
  });

  it('knows the reader', () => {
    expect(localZone()).not.toBe('');
    expect(today('UTC')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('zonedInstant', () => {
  it('finds the instant of a local time', () => {
    expect(zonedInstant('2026-11-24', '10:00', 'America/New_York')).toBe('2026-11-24T15:00:00.000Z');
    expect(zonedInstant('2026-07-01', '00:15', 'Asia/Tokyo')).toBe('2026-06-30T15:15:00.000Z');
  });
  it('takes the first of a time that comes twice', () =>
    expect(zonedInstant('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z'));
  it('moves a skipped time forward', () =>
    expect(zonedInstant('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z'));
});

describe('relativeDay', () => {
  it.each([
    ['2026-11-24', 'today'],
    ['2026-11-25', 'tomorrow'],
    ['2026-11-23', 'yesterday'],
    ['2026-11-27', 'in 3 days'],
    ['2026-11-22', '2 days ago'],
  ])('%s is %s', (date, text) => expect(relativeDay(date, '2026-11-24')).toBe(text));
});
