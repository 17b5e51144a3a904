import { filtersFrom, rowsFor, wantedBy, withFilters } from './booking-filters';

const read = (query: string) => filtersFrom(new URLSearchParams(query));

describe('booking filters in the address', () => {
  it('defaults to upcoming and ignores what it does not know', () => {
    expect(read('view=someday&status=lost&service=1&client=2')).toEqual({ view: 'upcoming', status: '', service: '', client: '', q: '' });
  });

  it('survives the way into the address and back, beside the tab', () => {
    const filters = { view: 'past', status: 'completed', service: '01234567-89ab-7cde-8f01-23456789abcd', client: '01234567-89ab-7cde-8f01-23456789abce', q: 'Zoë' } as const;
    const params = withFilters(new URLSearchParams('tab=bookings'), filters);
    expect(params.get('tab')).toBe('bookings');
    expect(filtersFrom(params)).toEqual(filters);
  });

  it('leaves no trace of the defaults', () => {
    expect(withFilters(new URLSearchParams('view=all&q=x'), read('')).toString()).toBe('');
  });
});

describe('what is asked of the server', () => {
  it('are upcoming ones and today’s with the next one first', () => {
    expect(wantedBy(read(''))).toEqual({ when: 'upcoming', order: 'asc' });
    expect(wantedBy(read('view=today&status=confirmed'))).toEqual({ when: 'today', order: 'asc', status: 'confirmed' });
  });

  it('are past ones and all with the latest first', () => {
    expect(wantedBy(read('view=past&status=cancelled&q= zoe '))).toEqual({ when: 'past', status: 'cancelled', q: 'zoe' });
    expect(wantedBy(read('view=all'))).toEqual({});
  });
});

describe('rowsFor', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const row = (id: string, ends_at: string) => ({ id, starts_at: new Date(Date.parse(ends_at) - 3_600_000).toISOString(), ends_at });
  const sent = [row('later', '2026-11-25T10:00:00Z'), row('running', '2026-11-24T10:20:00Z'), row('over', '2026-11-24T10:00:00Z')];

  it('shows what has not ended meanwhile', () => {
    expect(rowsFor(sent, 'upcoming', now, 'Europe/Vienna').map(({ id }) => id)).toEqual(['later', 'running']);
  });

  it('shows what begins today by the therapist’s own calendar', () => {
    const ids = (zone: string) => rowsFor([row('night', '2026-11-24T23:30:00Z'), ...sent], 'today', now, zone).map(({ id }) => id);
    expect(ids('Europe/London')).toEqual(['night', 'running', 'over']);
    expect(ids('Asia/Tokyo')).toEqual(['running', 'over']);
  });

  it('shows what has ended', () => {
    expect(rowsFor(sent, 'past', now, 'Europe/Vienna').map(({ id }) => id)).toEqual(['over']);
  });
});
