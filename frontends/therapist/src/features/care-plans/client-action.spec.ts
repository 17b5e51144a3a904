import { clientAction } from './client-action';

describe('a next step of a note', () => {
  it.each([
    ['Homework: keep a thought record daily', 'Keep a thought record daily'],
    ['Client will call her sister on Sunday.', 'Client will call her sister on Sunday.'],
    ['Continue the sleep diary.', 'Continue the sleep diary.'],
    ['Schedule one pleasant walk a day', 'Schedule one pleasant walk a day'],
    ['Monitor mood with the app every evening', 'Monitor mood with the app every evening'],
    ['We agreed that she will practise box breathing.', 'We agreed that she will practise box breathing.'],
    ['Next session on 12 March: bring the thought record', 'Next session on 12 March: bring the thought record'],
    ['Next session: walk for ten minutes a day', 'Walk for ten minutes a day'],
  ])('is for the client: %s', (text, action) => {
    expect(clientAction(text)).toBe(action);
  });

  it.each([
    'Next session on 12 March.',
    'Next session on 12 March at 3:30 pm.',
    'Next appointment 4/12 at 3:30.',
    'Plan: continue weekly sessions.',
    'Follow-up in two weeks',
    'RTC 2 weeks.',
    'return in two weeks',
    'Client will return next Tuesday.',
    'Reassess risk at the next session.',
    'Will explore the conflict with her mother.',
    'Therapist will consult with the psychiatrist.',
    'We will review the safety plan.',
    'Continue with CBT for panic.',
    'Refer to GP for medication review.',
    'Session booked for Friday.',
  ])('is none of the client\'s: %s', (text) => {
    expect(clientAction(text)).toBe('');
  });
});
