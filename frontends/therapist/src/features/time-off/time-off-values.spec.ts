import { bodyAsBefore, bodyOf, byTime, problemsOf, type TimeOffValues, valuesOf, whenOf } from './time-off-values';
import type { TimeOff } from './time-off.api';

const holiday: TimeOff = { id: '1', kind: 'holiday', name: 'Summer', first_date: '2027-07-05', last_date: '2027-07-09', start_time: null, end_time: null, starts_at: '2027-07-05T04:00:00.000Z', ends_at: '2027-07-10T04:00:00.000Z' };
const block: TimeOff = { ...holiday, id: '2', kind: 'block', name: null, last_date: '2027-07-05', start_time: '20:00', end_time: '24:00' };
const typed = (part: Partial<TimeOffValues>): TimeOffValues => ({ kind: 'holiday', name: '', first_date: '2027-07-05', last_date: '', start_time: '', end_time: '', ...part });

describe('time off', () => {
  it('is sent as it was read, midnight as the end of the day', () => {
    expect(bodyOf(valuesOf(holiday))).toEqual({ kind: 'holiday', name: 'Summer', first_date: '2027-07-05', last_date: '2027-07-09' });
    expect(valuesOf(block).end_time).toBe('00:00');
    expect(bodyAsBefore(block)).toEqual({ kind: 'block', first_date: '2027-07-05', start_time: '20:00', end_time: '24:00', keep_appointments: true });
    expect(bodyOf(typed({ name: '  ' }))).toEqual({ kind: 'holiday', first_date: '2027-07-05', last_date: '2027-07-05' });
  });

  it('is refused before it is sent where it cannot be', () => {
    expect(problemsOf(typed({}))).toEqual({});
    expect(Object.keys(problemsOf(typed({ first_date: '' })))).toEqual(['first_date']);
    expect(Object.keys(problemsOf(typed({ last_date: '2027-07-04' })))).toEqual(['last_date']);
    expect(Object.keys(problemsOf(typed({ kind: 'block' })))).toEqual(['start_time', 'end_time']);
    expect(Object.keys(problemsOf(typed({ kind: 'block', start_time: '12:00', end_time: '12:00' })))).toEqual(['end_time']);
    expect(problemsOf(typed({ kind: 'block', start_time: '12:00', end_time: '00:00' }))).toEqual({});
  });

  it('is told by its days or its hours', () => {
    expect(whenOf(holiday)).toMatch(/ to .*, 5 days$/);
    expect(whenOf({ ...holiday, last_date: holiday.first_date })).toMatch(/, all day$/);
    expect(whenOf(block)).toMatch(/, 20:00.* to 24:00$/);
  });

  it('that is over stands apart, the latest first', () => {
    const earlier = { ...holiday, id: '0', first_date: '2027-06-01', last_date: '2027-06-02' };
    expect(byTime([earlier, holiday, block], '2027-07-06')).toEqual({ ahead: [holiday], over: [block, earlier] });
  });
});
