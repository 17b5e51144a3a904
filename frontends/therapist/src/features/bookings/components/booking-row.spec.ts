import { actionsFor } from './booking-row';

const now = new Date('2026-11-24T10:00:00Z');
const starts_at = '2026-11-24T09:00:00Z';

describe('actionsFor', () => {
  it('offers Complete and Cancel on a confirmed booking, and what there is to record once it has begun', () => {
    expect(actionsFor({ status: 'confirmed', completed_at: null, starts_at }, now)).toEqual({ complete: true, undo: false, cancel: true, record: true });
    expect(actionsFor({ status: 'confirmed', completed_at: null, starts_at: '2026-11-24T10:00:01Z' }, now)).toMatchObject({ record: false });
  });

  it('offers Undo for ten minutes after completing, Cancel always', () => {
    const completed = (at: string) => actionsFor({ status: 'completed', completed_at: at, starts_at }, now);
    expect(completed('2026-11-24T09:50:01Z')).toMatchObject({ complete: false, undo: true, cancel: true });
    expect(completed('2026-11-24T09:50:00Z')).toMatchObject({ complete: false, undo: false, cancel: true });
  });

  it('offers nothing on a cancelled booking', () => {
    expect(actionsFor({ status: 'cancelled', completed_at: null, starts_at }, now)).toEqual({ complete: false, undo: false, cancel: false, record: false });
  });
});
