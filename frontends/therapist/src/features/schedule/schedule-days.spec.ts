import { sampleBooking, sampleHours } from '../../test-kit';
import { hourAxis } from './hour-axis';
import type { TimeOff } from './schedule.api';
import { passedItems, placedItems, placedWorking, scheduleDays, shownHours } from './schedule-days';
import { dateIn, daysOfView, titleOf, turned } from './schedule-place';

const ZONE = 'America/New_York';
const NOTHING = { bookings: [], timeOff: [], hours: sampleHours() };

const booking = (starts_at: string, ends_at: string, part = {}) => sampleBooking(0, { starts_at, ends_at, ...part });

const timeOff = (part: Partial<TimeOff>): TimeOff => ({
  id: 'off',
  kind: 'block',
  name: null,
  first_date: '2026-11-24',
  last_date: '2026-11-24',
  start_time: '12:00',
  end_time: '13:00',
  starts_at: '2026-11-24T17:00:00Z',
  ends_at: '2026-11-24T18:00:00Z',
  ...part,
});

describe('the days of a schedule', () => {
  it('are those of the therapist, whichever zone an appointment was made in', () => {
    const late = booking('2026-11-25T02:00:00Z', '2026-11-25T02:50:00Z', { timezone: 'Europe/Paris', appointment_date: '2026-11-25', appointment_time: '03:00' });
    const [tuesday, wednesday] = scheduleDays(['2026-11-24', '2026-11-25'], { ...NOTHING, bookings: [late] }, ZONE);
    expect(tuesday?.items).toMatchObject([{ start: '21:00', end: '21:50' }]);
    expect(wednesday?.items).toEqual([]);
  });

  it('leave out what was cancelled, and count appointments alone', () => {
    const kept = booking('2026-11-24T15:00:00Z', '2026-11-24T16:00:00Z');
    const gone = booking('2026-11-24T16:00:00Z', '2026-11-24T17:00:00Z', { status: 'cancelled' });
    const [day] = scheduleDays(['2026-11-24'], { ...NOTHING, bookings: [gone, kept], timeOff: [timeOff({})] }, ZONE);
    expect(day?.items.map(({ kind, start }) => `${kind} ${start}`)).toEqual(['booking 10:00', 'block 12:00']);
    expect(day?.appointments).toBe(1);
  });

  it('know what has begun', () => {
    const day = { items: scheduleDays(['2026-11-24'], { ...NOTHING, bookings: [booking('2026-11-24T15:00:00Z', '2026-11-24T16:00:00Z')], timeOff: [timeOff({})] }, ZONE)[0]?.items ?? [] };
    expect(['14:59', '15:00', '18:30'].map((time) => passedItems(day, new Date(`2026-11-24T${time}:00Z`)))).toEqual([0, 1, 2]);
  });

  it('hold what lasts over midnight on both days, each its part', () => {
    const bookings = [booking('2026-11-25T04:30:00Z', '2026-11-25T05:30:00Z')];
    const days = scheduleDays(['2026-11-24', '2026-11-25'], { ...NOTHING, bookings }, ZONE);
    const axis = hourAxis(['2026-11-24', '2026-11-25'], ZONE);
    expect(days.map((day) => placedItems(day, axis).map(({ from, to }) => [from, to]))).toEqual([[[1410, 1440]], [[0, 30]]]);
  });

  it('know their holidays and their working hours', () => {
    const hours = { ...sampleHours(), overrides: [{ date: '2026-11-25', windows: [] }] };
    const holiday = timeOff({ kind: 'holiday', name: 'Thanksgiving', first_date: '2026-11-25', last_date: '2026-11-26', start_time: null, end_time: null });
    const days = scheduleDays(['2026-11-24', '2026-11-25', '2026-11-26'], { bookings: [], timeOff: [holiday], hours }, ZONE);
    expect(days.map(({ holidays }) => holidays)).toEqual([[], ['Thanksgiving'], ['Thanksgiving']]);
    expect(days.map(({ working }) => working)).toEqual([[{ from: '09:00', to: '18:00' }], [], [{ from: '09:00', to: '18:00' }]]);
    expect(placedWorking(days[0]!, hourAxis(['2026-11-24'], ZONE))).toEqual([{ from: 540, to: 1080 }]);
  });

  it('show whole hours around everything on them', () => {
    const axis = hourAxis(['2026-11-24'], ZONE);
    expect(shownHours([], axis)).toEqual({ from: 540, to: 1020 });
    expect(shownHours([{ from: 430, to: 480 }, { from: 1200, to: 1210 }], axis)).toEqual({ from: 420, to: 1260 });
    expect(shownHours([], hourAxis(['2026-11-01'], ZONE))).toEqual({ from: 600, to: 1080 });
  });
});

describe('the place in the schedule', () => {
  it('is a day of the address, or today', () => {
    expect(dateIn(new URLSearchParams('date=2026-02-28'), '2026-11-23')).toBe('2026-02-28');
    for (const bad of ['2026-02-30', '2026-13-01', 'tomorrow', '']) expect(dateIn(new URLSearchParams({ date: bad }), '2026-11-23')).toBe('2026-11-23');
  });

  it('shows whole weeks, which begin as the region has them', () => {
    expect(daysOfView('week', '2026-11-25', 1)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(daysOfView('week', '2026-11-22', 1)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(daysOfView('week', '2026-11-25', 0)).toEqual({ from: '2026-11-22', to: '2026-11-28' });
    expect(daysOfView('month', '2026-11-25', 1)).toEqual({ from: '2026-10-26', to: '2026-12-06' });
    expect(daysOfView('day', '2026-11-25', 1)).toEqual({ from: '2026-11-25', to: '2026-11-25' });
  });

  it('turns by day, week and month, and has a title', () => {
    expect([turned('day', '2026-03-31', 1), turned('week', '2026-03-31', -1), turned('month', '2026-03-31', 1)]).toEqual(['2026-04-01', '2026-03-24', '2026-04-30']);
    expect(titleOf('week', '2026-11-25', { from: '2026-11-23', to: '2026-11-29' })).toMatch(/^(23 Nov|Nov 23) – (29 Nov 2026|Nov 29, 2026)$/);
  });
});
