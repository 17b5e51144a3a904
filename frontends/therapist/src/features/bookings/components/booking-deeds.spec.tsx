import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, held, lost, pause, problem, renderScreen, sampleBooking, type SeenCall } from '../../../test-kit';
import type { Booking } from '../bookings.api';
import { BookingsPanel } from './bookings-panel';

const STATUS = 'PUT /api/therapist/bookings/{id}/status';

function practice(bookings: Booking[]) {
  return {
    'GET /api/therapist/bookings': ({ query }: SeenCall) => ({ json: bookings.filter((one) => !query.has('status') || one.status === query.get('status')) }),
    [STATUS]: ({ body }: SeenCall) => {
      const { status } = body as Pick<Booking, 'status'>;
      Object.assign(bookings[0] ?? {}, { status, completed_at: status === 'completed' ? new Date().toISOString() : null });
      return { json: structuredClone(bookings[0]) };
    },
  };
}

const open = (search = '&view=past') =>
  renderScreen(
    <main id="main" tabIndex={-1}>
      <BookingsPanel total={3} timezone="UTC" services={[]} useMoreOfRows={() => () => null} onOpenServices={() => undefined} onFailure={() => undefined} />
    </main>,
    `/dashboard?tab=bookings${search}`,
  );

const begun = (part: Partial<Booking> = {}) => sampleBooking(-2, { client_name: 'Finn', ...part });
const row = async (name = 'Finn') => (await screen.findByText(name)).closest<HTMLElement>('li')!;
const press = async (name: RegExp) => within(await row()).findByRole('button', { name });
const keys = (api: ReturnType<typeof fakeApi>) => api.to(STATUS).map(({ headers }) => headers.get('idempotency-key'));

describe('one press is one deed', () => {
  it.each([
    ['Complete', /^Complete/, undefined],
    ['Cancel', /^Cancel/, 'Cancel appointment'],
  ])('%s pressed twice is sent once, with a key, and says nothing red', async (_deed, first, second) => {
    const answer = held();
    const api = fakeApi({ ...practice([begun()]), [STATUS]: () => answer.answer });
    const { user, toasts } = open();
    if (second) await user.click(await press(first));
    const button = second ? await screen.findByRole('button', { name: second }) : await press(first);
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(api.to(STATUS)).toHaveLength(1));
    answer.release({ json: begun({ status: 'completed', completed_at: new Date().toISOString() }) });
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toMatch(/marked as completed|cancelled/);
    expect(keys(api)).toEqual([expect.stringMatching(/^[\w-]{8,}$/)]);
  });

  it('sends the same key again when no answer came, and another one for the next deed', async () => {
    const bookings = [begun()];
    const parts = practice(bookings);
    const api = fakeApi({ ...parts, [STATUS]: lost });
    const { user } = open();
    await user.click(await press(/^Complete/));
    await waitFor(() => expect(api.to(STATUS)).toHaveLength(1));
    await pause();
    api.handlers[STATUS] = parts[STATUS];
    await user.click(await press(/^Complete/));
    await user.click(await press(/^Undo/));
    await user.click(await press(/^Complete/));
    await press(/^Undo/);
    const sent = keys(api);
    expect(sent[1]).toBe(sent[0]);
    expect(new Set(sent).size).toBe(3);
  });

  it('sends another key after a refusal', async () => {
    const api = fakeApi({ ...practice([begun()]), [STATUS]: () => problem(409, 'It was moved meanwhile.') });
    const { user, toasts } = open();
    await user.click(await press(/^Complete/));
    await waitFor(() => expect(toasts).toHaveLength(1));
    await user.click(await press(/^Complete/));
    await waitFor(() => expect(toasts).toHaveLength(2));
    expect(new Set(keys(api)).size).toBe(2);
  });
});

describe('the focus', () => {
  it('stays on the row after Complete, and Undo is next', async () => {
    fakeApi(practice([begun()]));
    const { user } = open();
    (await press(/^Complete/)).focus();
    await user.keyboard('{Enter}');
    await press(/^Undo/);
    await waitFor(async () => expect(document.activeElement).toBe(await row()));
  });

  it('stays on the row after Cancel', async () => {
    fakeApi(practice([begun()]));
    const { user } = open();
    await user.click(await press(/^Cancel/));
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    await within(await row()).findByText('cancelled');
    await waitFor(async () => expect(document.activeElement).toBe(await row()));
  });

  it('goes to the next row when the filter has no place for this one any more', async () => {
    fakeApi(practice([begun(), begun({ client_name: 'Gwen' })]));
    const { user } = open('&view=past&status=confirmed');
    await user.click(await press(/^Complete/));
    await waitFor(() => expect(screen.queryByText('Finn')).toBeNull());
    const next = await row('Gwen');
    await waitFor(() => expect(document.activeElement).toBe(next));
  });
});

describe('a session that has not begun', () => {
  it('is completed only after a question', async () => {
    const api = fakeApi(practice([sampleBooking(24, { client_name: 'Finn' })]));
    const { user } = open('');
    await user.click(await press(/^Complete/));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Complete it before it has begun?' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Not yet' }));
    await user.keyboard('{Enter}');
    expect(api.to(STATUS)).toEqual([]);
    await user.click(await press(/^Complete/));
    await user.click(await screen.findByRole('button', { name: 'Complete appointment' }));
    await press(/^Undo/);
    expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ status: 'completed' }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await row()));
  });

  it('is completed at once when it has begun', async () => {
    const api = fakeApi(practice([begun()]));
    const { user } = open();
    await user.click(await press(/^Complete/));
    await press(/^Undo/);
    expect(api.to(STATUS)).toHaveLength(1);
  });
});

describe('a row', () => {
  it('has the number that the visitor left, to be dialled', async () => {
    fakeApi(practice([begun({ client_phone: '+1 (555) 010-2030' })]));
    open();
    const link = within(await row()).getByRole('link', { name: '+1 (555) 010-2030' });
    expect(link.getAttribute('href')).toBe('tel:+15550102030');
  });

  it('says the number once where the therapist is to call', async () => {
    fakeApi(practice([begun({ client_phone: '555 0102', place_kind: 'therapist-calls' })]));
    open();
    expect(within(await row()).getAllByText('555 0102')).toHaveLength(1);
  });

  it('says whose number it is in an appointment that the therapist made for a client whom only a visitor had told of', async () => {
    fakeApi(practice([begun({ client_phone: '555 0102', by_visitor: false, phone_by_visitor: true })]));
    open();
    expect(within(await row()).getByText(/^Somebody who did not sign in gave this number:/).textContent).toContain('555 0102');
    expect(within(await row()).queryByText('Booked by somebody who did not sign in.')).toBeNull();
  });

  it('stands under its day', async () => {
    const at = (hours: number, client_name: string) => sampleBooking(hours, { client_name });
    fakeApi(practice([at(24, 'Finn'), at(48, 'Dora'), at(49, 'Cleo')]));
    open('');
    await row();
    const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(days).toHaveLength(new Set([24, 48, 49].map((hours) => at(hours, '').appointment_date)).size);
    expect(days[0]).toMatch(/^tomorrow/i);
    const first = screen.getByRole('list', { name: /^tomorrow/i });
    expect(within(first).getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual(['Finn']);
  });

  it('is loud only when it is time', async () => {
    fakeApi(practice([sampleBooking(30, { client_name: 'Later' }), begun()]));
    open('&view=all');
    const variant = async (name: string) => within(await row(name)).getByRole('button', { name: /^Complete/ }).className;
    expect(await variant('Finn')).toContain('primary');
    expect(await variant('Later')).toContain('quiet');
  });

  it('is quiet once it is cancelled', async () => {
    fakeApi(practice([begun({ status: 'cancelled', notes: 'Please ring twice.', client_phone: '555 0102' })]));
    open();
    const quiet = within(await row());
    expect(quiet.queryByText(/Please ring twice/)).toBeNull();
    expect(quiet.queryByRole('button')).toBeNull();
    expect(quiet.getByText('555 0102')).toBeTruthy();
  });
});

it('a double click does not press what comes in the place of Complete', async () => {
  const api = fakeApi(practice([begun()]));
  open();
  fireEvent.click(await press(/^Complete/), { detail: 1 });
  fireEvent.click(await press(/^Undo/), { detail: 2 });
  await pause();
  expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ status: 'completed' }]);
});

describe('what became of a session', () => {
  const RECORD = { noShow: 'PUT /api/therapist/bookings/{id}/no-show', end: 'PUT /api/therapist/bookings/{id}/end' };

  it('a no-show is marked and taken back in the toast; nobody is asked', async () => {
    const bookings = [begun()];
    const api = fakeApi({ ...practice(bookings), [RECORD.noShow]: ({ body }: SeenCall) => ({ json: { ...Object.assign(bookings[0] ?? {}, body) } }) });
    const { user, toasts } = open();
    await user.click(await press(/^No-show/));
    expect(await within(await row()).findByText('no-show')).toBeTruthy();
    await user.click(await press(/^No-show/));
    await waitFor(() => expect(api.to(RECORD.noShow).map(({ body }) => body)).toEqual([{ no_show: true }, { no_show: false }]));
    await waitFor(() => expect(toasts).toHaveLength(2));
  });

  it('the end of a session that ran over is asked for; a refusal stands at the field and keeps what was typed', async () => {
    const bookings = [begun()];
    const parts = practice(bookings);
    const api = fakeApi({ ...parts, [RECORD.end]: () => problem(422, 'This time is still to come.') });
    const { user } = open();
    await user.click(await press(/^Ended at/));
    const field = await screen.findByLabelText('Ended at');
    fireEvent.change(field, { target: { value: '23:10' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This time is still to come.')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('23:10');
    api.handlers[RECORD.end] = () => ({ json: { ...bookings[0], ran_until: bookings[0]?.ends_at } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
