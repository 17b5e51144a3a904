import { lastSevenDays, weekStart } from './operator-calendar';

const at = (instant: string): Date => new Date(instant);

describe('the operator’s calendar', () => {
  it('gives seven days that end with today, each bounded by the zone’s midnights', () => {
    const days = lastSevenDays(at('2026-11-20T03:00:00Z'), 'America/New_York');
    expect(days.map(({ date }) => date)).toEqual(['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']);
    expect(days[6]).toEqual({ date: '2026-11-19', startsAt: at('2026-11-19T05:00:00Z'), endsAt: at('2026-11-20T05:00:00Z') });
  });

  it('leaves no gap and no overlap when the clock changes', () => {
    for (const [now, zone, hours] of [
      ['2027-03-16T12:00:00Z', 'America/New_York', 23],
      ['2026-11-03T12:00:00Z', 'America/New_York', 25],
      // Midnight itself is skipped here: the day begins at one o'clock.
      ['2026-04-26T12:00:00Z', 'Africa/Cairo', 23],
    ] as const) {
      const days = lastSevenDays(at(now), zone);
      for (const [index, day] of days.entries()) if (index > 0) expect(day.startsAt).toEqual(days[index - 1]?.endsAt);
      expect(days.map(({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / 3_600_000)).toContain(hours);
    }
  });

  it('begins the week on Sunday in the zone, not in UTC', () => {
    expect(weekStart(at('2026-11-22T03:00:00Z'), 'UTC')).toBe('2026-11-22');
    expect(weekStart(at('2026-11-22T03:00:00Z'), 'America/New_York')).toBe('2026-11-15');
    expect(weekStart(at('2026-11-21T13:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-22');
  });
});
