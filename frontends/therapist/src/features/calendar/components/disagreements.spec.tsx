import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, lost, NOTICES, noticesOf, problem, renderScreen, sampleConnection, sampleDisagreement } from '../../../test-kit';
import type { CalendarAppointment } from '../decisions.api';
import { DisagreementsCard } from './disagreements-card';

const LIST = 'GET /api/therapist/calendar/appointments';
const DECIDE = 'POST /api/therapist/calendar/appointments/{id}';

function open(list: CalendarAppointment[], decide?: Parameters<typeof fakeApi>[0][string]) {
  let left = list;
  const server = fakeApi({
    [NOTICES]: () => noticesOf(sampleConnection({ connected: true })),
    [LIST]: () => ({ json: left }),
    [DECIDE]:
      decide ??
      (({ path }) => {
        left = left.filter(({ booking_id }) => !path.endsWith(booking_id));
        return { json: left };
      }),
  });
  const view = renderScreen(
    <main id="main" tabIndex={-1}>
      <DisagreementsCard />
    </main>,
  );
  return { server, change: (next: CalendarAppointment[]) => (left = next), ...view };
}

const press = async (user: ReturnType<typeof open>['user'], name: string) => user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
const body = (server: ReturnType<typeof open>['server']) => server.to(DECIDE)[0]?.body;

describe('an appointment that stands otherwise in Google Calendar', () => {
  it('shows both times, and is moved too with a word to the client, who is told', async () => {
    const moved = sampleDisagreement();
    const { user, server, toasts } = open([moved, sampleDisagreement({ trouble: 'deleted', client_name: 'Lena Fischer' })]);
    const words = /^Agreed: Tue 2 Mar, 10:00.* – In Google: Wed 3 Mar, 11:00/;
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.querySelector('p')?.textContent).toMatch(words));
    await press(user, 'Move the appointment too');
    const question = within(screen.getByRole('alertdialog', { name: 'Move the appointment too?' }));
    await user.type(question.getByLabelText(/^A word to the client/), 'See you Wednesday.');
    expect(server.to(DECIDE)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Move appointment' }));
    await waitFor(() => expect(toasts).toEqual(['Appointment moved. The client will be told.']));
    expect(body(server)).toEqual({ decision: 'follow', starts_at: moved.starts_at, google_starts_at: moved.google_starts_at, word: 'See you Wednesday.' });
    expect(server.to(DECIDE)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Jonah Whitfield')).toBeNull());
    await waitFor(() => expect(document.activeElement?.tagName).toBe('OL'));
  });

  it('is put back at once, and nobody is told', async () => {
    const { user, server, toasts } = open([sampleDisagreement()]);
    await press(user, 'Put it back');
    await waitFor(() => expect(toasts).toEqual(['Your Google Calendar gets it back as agreed. The client is not told anything.']));
    expect(body(server)).toMatchObject({ decision: 'put_back' });
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  it('is cancelled too where it was deleted there, with the focus on what changes nothing', async () => {
    const { user, server, toasts } = open([sampleDisagreement({ trouble: 'deleted' })]);
    await press(user, 'Cancel the appointment too');
    expect(screen.getByRole('button', { name: 'Keep it' })).toBe(document.activeElement);
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(toasts).toEqual(['Appointment cancelled. The client will be told.']));
    expect(body(server)).toMatchObject({ decision: 'follow' });
  });

  it.each([
    ['missing', 'not in your calendar', 'Write it there', 'put_back'],
    ['unchecked', 'booked while your calendar could not be asked', 'I have checked it', 'dismiss'],
  ] as const)('that is %s says so, and is dealt with in one press', async (trouble, words, name, decision) => {
    const { user, server, toasts } = open([sampleDisagreement({ trouble })]);
    expect(await screen.findByText(words)).toBeTruthy();
    await press(user, name);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(body(server)).toMatchObject({ decision });
  });

  it('keeps the word that was typed when it is refused', async () => {
    const { user, server } = open([sampleDisagreement()], () => problem(422, 'No.', [{ field: 'word', message: 'A word to them holds no web address.' }]));
    await press(user, 'Move the appointment too');
    const word = screen.getByLabelText<HTMLTextAreaElement>(/^A word to the client/);
    await user.type(word, 'attune.example');
    await user.click(screen.getByRole('button', { name: 'Move appointment' }));
    expect(await screen.findByText('A word to them holds no web address.')).toBeTruthy();
    server.handlers[DECIDE] = () => problem(409, 'Another appointment lies at this time.');
    await user.click(screen.getByRole('button', { name: 'Move appointment' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Another appointment lies at this time.');
    expect(word.value).toBe('attune.example');
  });

  it('that was decided in another tab says so and goes', async () => {
    const { user, server, change, toasts } = open([sampleDisagreement()]);
    await press(user, 'Move the appointment too');
    server.handlers[DECIDE] = () => problem(409, 'This was decided or changed meanwhile. Please look at it again.');
    change([]);
    await user.click(screen.getByRole('button', { name: 'Move appointment' }));
    await waitFor(() => expect(toasts).toEqual(['This was decided or changed meanwhile. Please look at it again.']));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('stays when no answer came, and the next press is the same one', async () => {
    const { user, server, toasts } = open([sampleDisagreement()], lost);
    await press(user, 'Put it back');
    await waitFor(() => expect(toasts).toEqual(['This could not be done. Please try again.']));
    await press(user, 'Put it back');
    await waitFor(() => expect(server.to(DECIDE)).toHaveLength(2));
    const [first, second] = server.to(DECIDE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBe(second);
  });
});
