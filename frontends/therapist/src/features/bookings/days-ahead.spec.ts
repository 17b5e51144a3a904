import { sampleBooking } from '../../testing/samples';
import { daysAhead } from './days-ahead';

const now = new Date('2026-11-24T10:00:00Z');
const at = (starts_at: string, part: Partial<ReturnType<typeof sampleBooking>> = {}) =>
  sampleBooking(0, { starts_at, ends_at: new Date(Date.parse(starts_at) + 3_000_000).toISOString(), appointment_date: starts_at.slice(0, 10), appointment_time: starts_at.slice(11, 16), ...part });

describe('daysAhead', () => {
  it('tells today, the next session after it, and the days on which there are any', () => {
    const bookings = [
      at('2026-11-24T09:30:00Z', { client_name: 'Now' }),
      at('2026-11-25T09:00:00Z', { client_name: 'Gone', status: 'cancelled' }),
      at('2026-11-27T09:00:00Z', { client_name: 'Next' }),
      at('2026-11-27T14:00:00Z'),
      at('2026-12-01T11:00:00Z'),
    ];
    const ahead = daysAhead(bookings, '2026-11-24', now);
    expect(ahead.today.map(({ client_name }) => client_name)).toEqual(['Now']);
    expect(ahead.next?.client_name).toBe('Next');
    expect(ahead.days).toEqual([
      { date: '2026-11-27', sessions: 2, first: '09:00', last: '14:00' },
      { date: '2026-12-01', sessions: 1, first: '11:00', last: '11:00' },
    ]);
  });

  it('has no next one while today holds one that has not begun', () => {
    expect(daysAhead([at('2026-11-24T15:00:00Z'), at('2026-11-25T09:00:00Z')], '2026-11-24', now).next).toBeUndefined();
  });
});
