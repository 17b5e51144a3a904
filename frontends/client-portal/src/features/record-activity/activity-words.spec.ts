import { actionWords, actorWords } from './activity-words';

describe('Who opened my record, in words', () => {
  it('names the therapist, and others by what they are', () => {
    expect(actorWords({ actor_type: 'therapist', actor_name: 'Dr. Amélie', is_you: false })).toBe('Dr. Amélie');
    expect(actorWords({ actor_type: 'client', actor_name: null, is_you: true })).toBe('You');
    expect(actorWords({ actor_type: 'admin', actor_name: null, is_you: false })).toBe('An administrator');
    expect(actorWords({ actor_type: 'visitor', actor_name: null, is_you: false })).toBe('Somebody who was not signed in');
  });

  it('says what was done, also where it has no words for it yet', () => {
    expect(actionWords('read_bookings')).toBe('looked at your appointments');
    expect(actionWords('count_stars')).toBe('used your record (count stars)');
  });
});
