import { sampleBooking, sampleOverview } from '../../testing/samples';
import { daysAhead } from './days-ahead';

const now = new Date('2026-11-24T10:00:00Z');
const at = (starts_at: string, part: Partial<ReturnType<typeof sampleBooking>> = {}) =>
  sampleBooking(0, { starts_at, ends_at: new Date(Date.parse(starts_at) + 3_000_000).toISOString(), appointment_date: starts_at.slice(0, 10), appointment_time: starts_at.slice(11, 16), ...part });
const next = at('2026-11-27T09:00:00Z', { client_name: 'Next' });

describe('daysAhead', () => {
  it('tells the session that comes after today once today holds none any more', () => {
    const ahead = daysAhead(sampleOverview({ today: [at('2026-11-24T09:30:00Z'), at('2026-11-24T15:00:00Z', { status: 'cancelled' })], next }), now);
    expect([ahead.next?.client_name, ahead.isNothing]).toEqual(['Next', false]);
  });

  it('has no next one while today holds one that has not begun', () => {
    expect(daysAhead(sampleOverview({ today: [at('2026-11-24T15:00:00Z')], next }), now).next).toBeUndefined();
  });

  it('knows that nothing is ahead', () => {
    expect(daysAhead(sampleOverview({ today: [at('2026-11-24T15:00:00Z')], next: null }), now)).toMatchObject({ next: undefined, isNothing: true });
  });
});
