import { services } from '../../testing/practice';
import type { PublicService } from '../../wire';
import { EMPTY_DRAFT, type BookingDraft } from './booking-draft';
import { errorsOf, problemsFromServer, problemsOf } from './booking-rules';

const complete: BookingDraft = {
  ...EMPTY_DRAFT,
  service_id: 's',
  appointment_date: '2026-11-24',
  appointment_time: '11:00',
  client_name: 'Nadia Öztürk',
  client_email: 'nadia@example.org',
};

const firstOf = (part: Partial<BookingDraft>) => problemsOf({ ...complete, ...part }, null)[0]?.message;

describe('What a booking needs', () => {
  it('is asked for in the order of the form', () => {
    expect(problemsOf(EMPTY_DRAFT, null).map(({ message }) => message)).toEqual([
      'Please select a service',
      'Please select a date',
      'Please select a time',
      'Please enter your name',
      'Please enter your email',
    ]);
  });

  it('is enough when complete', () => {
    expect(problemsOf(complete, null)).toEqual([]);
  });

  it('is a place where the service offers a choice, and a number where the therapist calls', () => {
    const online: PublicService | undefined = services[0] && { ...services[0], online_place: 'therapist-calls' };
    const either: PublicService | undefined = online && { ...online, session_type: 'both' };
    const messages = (part: Partial<BookingDraft>, service = either ?? null) => problemsOf({ ...complete, ...part }, service ?? null).map(({ message }) => message);
    const call = 'Please enter your phone number';
    expect(messages({})).toEqual(['Please choose: online or in person?']);
    // It stands above the name, so it is told, and has the focus, before it.
    expect(messages({ client_name: '' })).toEqual(['Please choose: online or in person?', 'Please enter your name']);
    expect(messages({ session_place: 'in-person' })).toEqual([]);
    expect(messages({ session_place: 'online', client_phone: ' ' })).toEqual([call]);
    expect(messages({ session_place: 'online', client_phone: '123' })).toEqual([]);
    expect(messages({}, online)).toEqual([call]);
  });

  it.each([
    [{ client_name: '   ' }, 'Please enter your name'],
    [{ client_email: ' ' }, 'Please enter your email'],
    [{ client_email: 'nadia' }, 'Please enter a valid email address'],
    [{ client_email: 'nadia@example' }, 'Please enter a valid email address'],
    [{ client_email: 'na dia@example.org' }, 'Please enter a valid email address'],
    [{ client_email: '@example.org' }, 'Please enter a valid email address'],
  ])('refuses %o', (part, message) => {
    expect(firstOf(part)).toBe(message);
  });

  it('forgives spaces around an address', () => {
    expect(firstOf({ client_email: ' nadia@example.org ' })).toBeUndefined();
  });
});

describe('What the server found', () => {
  it('is shown at our fields', () => {
    const problems = problemsFromServer([
      { field: 'client_phone', message: 'That is not a phone number.' },
      { field: 'something_else', message: 'Unknown.' },
    ]);
    expect(errorsOf(problems)).toEqual({ client_phone: 'That is not a phone number.' });
  });
});
