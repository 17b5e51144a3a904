import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, held, pause, problem, renderScreen, sampleBooking, type SeenCall } from '../../../test-kit';
import type { Booking } from '../bookings.api';
import { BookingsPanel } from './bookings-panel';

const STATUS = 'PUT /api/therapist/bookings/{id}/status';

/** A server that keeps bookings, latest start first, and answers by status and search. */
function practice(bookings: Booking[]) {
  return {
    'GET /api/therapist/bookings': ({ query }: SeenCall) => ({
      json: bookings.filter(
        (one) =>
          (!query.has('status') || one.status === query.get('status')) &&
          one.client_name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()),
      ),
    }),
    [STATUS]: ({ body }: SeenCall) => {
      const { status } = body as Pick<Booking, 'status'>;
      Object.assign(bookings[0] ?? {}, { status, completed_at: status === 'completed' ? new Date().toISOString() : null });
      return { json: bookings[0] };
    },
  };
}

function open(path = '/dashboard?tab=bookings', services: { id: string; name: string }[] = []) {
  return renderScreen(
    <BookingsPanel total={3} timezone="UTC" services={services} useMoreOfRows={() => () => null} onOpenServices={() => undefined} onFailure={() => undefined} />,
    path,
  );
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

describe('the bookings tab', () => {
  it('offers Complete only on confirmed rows and Cancel on all but cancelled ones', async () => {
    fakeApi(
      practice([
        sampleBooking(72, { client_name: 'Cleo', status: 'cancelled' }),
        sampleBooking(48, { client_name: 'Dora', status: 'completed', completed_at: '2020-01-01T00:00:00Z' }),
        sampleBooking(24, { client_name: 'Finn', notes: 'No video, please.' }),
      ]),
    );
    open();
    const confirmed = await rowOf('Finn');
    expect(confirmed.getByRole('button', { name: /^Complete/ })).toBeTruthy();
    expect(confirmed.getByRole('button', { name: /^Cancel/ })).toBeTruthy();
    expect(confirmed.getByText('“No video, please.”')).toBeTruthy();
    const completed = await rowOf('Dora');
    expect(completed.queryByRole('button', { name: /^(Complete|Undo)/ })).toBeNull();
    expect(completed.getByRole('button', { name: /^Cancel/ })).toBeTruthy();
    expect((await rowOf('Cleo')).queryByRole('button')).toBeNull();
  });

  it('asks for the appointments of one service, and forgets it with the other filters', async () => {
    const api = fakeApi(practice([sampleBooking(24, { client_name: 'Finn' })]));
    const [first, second] = [{ id: '01234567-89ab-7cde-8f01-23456789abcd', name: 'First session' }, { id: '11234567-89ab-7cde-8f01-23456789abcd', name: 'Couples' }];
    const { user } = open('/dashboard?tab=bookings', [first, second]);
    await rowOf('Finn');
    await user.selectOptions(screen.getByLabelText('Service'), 'Couples');
    await waitFor(() => expect(api.to('GET /api/therapist/bookings').at(-1)?.query.get('service_id')).toBe(second.id));
    await user.type(screen.getByLabelText('Search'), 'nobody');
    await user.click(await screen.findByRole('button', { name: 'Show all bookings' }));
    await waitFor(() => expect(api.to('GET /api/therapist/bookings').at(-1)?.query.has('service_id')).toBe(false));
  });

  it('asks for the appointments of one client, who is looked for by name or email, and of all again', async () => {
    const kim = { id: '21234567-89ab-7cde-8f01-23456789abcd', name: 'Kim Park', email: 'kim@example.org' };
    const api = fakeApi({ ...practice([sampleBooking(24, { client_name: 'Kim Park' })]), 'GET /api/therapist/care-plans/clients': () => ({ json: [kim] }) });
    const { user } = open();
    await rowOf('Kim Park');
    await user.click(screen.getByRole('button', { name: 'Any client' }));
    await user.type(await screen.findByLabelText('Name or email'), 'park');
    await user.click(await screen.findByRole('button', { name: 'Kim Park kim@example.org' }));
    const asked = () => api.to('GET /api/therapist/bookings').map(({ query }) => query.get('client_id'));
    await waitFor(() => expect(asked()).toContain(kim.id));
    expect(new URLSearchParams(window.location.search).get('client')).toBe(kim.id);
    await user.click(await screen.findByRole('button', { name: 'Appointments of all clients' }));
    await waitFor(() => expect(asked().at(-1)).toBeNull());
  });

  it('completes, and undoes on the row', async () => {
    const api = fakeApi(practice([sampleBooking(-0.5, { client_name: 'Finn' })]));
    const { user, toasts } = open();
    await user.click((await rowOf('Finn')).getByRole('button', { name: /^Complete/ }));
    await user.click(await (await rowOf('Finn')).findByRole('button', { name: /^Undo/ }));
    await (await rowOf('Finn')).findByRole('button', { name: /^Complete/ });
    expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ status: 'completed' }, { status: 'confirmed' }]);
    await waitFor(() => expect(toasts).toHaveLength(2));
  });

  it('shows a status that was changed while a search was on its way, whatever that search had seen', async () => {
    const bookings = [sampleBooking(-0.5, { client_name: 'Finn' })];
    const api = fakeApi(practice(bookings));
    const { user } = open();
    await rowOf('Finn');
    const before = structuredClone(bookings);
    const slow = held();
    const list = api.handlers['GET /api/therapist/bookings']!;
    api.handlers['GET /api/therapist/bookings'] = () => slow.answer;
    await user.type(screen.getByLabelText('Search'), 'Finn');
    await waitFor(() => expect(api.to('GET /api/therapist/bookings').at(-1)?.query.get('q')).toBe('Finn'));
    api.handlers['GET /api/therapist/bookings'] = list;
    await user.click((await rowOf('Finn')).getByRole('button', { name: /^Complete/ }));
    await waitFor(() => expect(api.to(STATUS)).toHaveLength(1));
    slow.release({ json: before });
    await pause();
    await (await rowOf('Finn')).findByRole('button', { name: /^Undo/ });
  });

  it('asks before it cancels, with the focus on the safe button', async () => {
    const api = fakeApi(practice([sampleBooking(24, { client_name: 'Finn' })]));
    const { user } = open();
    await user.click((await rowOf('Finn')).getByRole('button', { name: /^Cancel/ }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Cancel this appointment? The client will be told.')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Keep it' }));
    await user.keyboard('{Enter}');
    expect(api.to(STATUS)).toEqual([]);
    await user.click((await rowOf('Finn')).getByRole('button', { name: /^Cancel/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    await (await rowOf('Finn')).findByText('cancelled');
    expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]);
  });

  it('tells why the server refused, and reads the list anew', async () => {
    const api = fakeApi({
      ...practice([sampleBooking(-0.5, { client_name: 'Finn' })]),
      [STATUS]: () => problem(409, 'A cancelled appointment cannot be completed.'),
    });
    const { user, toasts } = open();
    await user.click((await rowOf('Finn')).getByRole('button', { name: /^Complete/ }));
    await waitFor(() => expect(toasts).toEqual(['A cancelled appointment cannot be completed.']));
    await waitFor(() => expect(api.to('GET /api/therapist/bookings').length).toBeGreaterThan(1));
  });

  it('searches while typing, without a word of it in the address', async () => {
    fakeApi(practice([sampleBooking(48, { client_name: 'Dora' }), sampleBooking(24, { client_name: 'Finn' })]));
    const { user } = open();
    await rowOf('Dora');
    await user.type(screen.getByLabelText('Search'), 'fin');
    await waitFor(() => expect(screen.queryByText('Dora')).toBeNull());
    expect(window.location.search).toBe('?tab=bookings');
    await user.type(screen.getByLabelText('Search'), 'x');
    await screen.findByText('No bookings match');
    await user.click(screen.getByRole('button', { name: 'Show all bookings' }));
    await rowOf('Dora');
    expect((screen.getByLabelText('Search') as HTMLInputElement).value).toBe('');
  });

  const paged = (many: Booking[]) => ({ query }: SeenCall) => {
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit'));
    const link = to < many.length ? { Link: `</api/therapist/bookings?cursor=${to}>; rel="next"` } : undefined;
    return { json: many.slice(from, to), headers: link };
  };

  it('loads long histories by the page, each row once, and goes on with the first new one', async () => {
    const many = Array.from({ length: 52 }, (_, index) => sampleBooking(-24 * (index + 1), { client_name: `C${index}` }));
    const api = fakeApi({ 'GET /api/therapist/bookings': paged(many) });
    const { user } = open('/dashboard?tab=bookings&view=past');
    await rowOf('C0');
    expect(screen.queryByText('C50')).toBeNull();
    await user.click(screen.getByText('Load more'));
    await rowOf('C51');
    expect(screen.queryByText('Load more')).toBeNull();
    expect(screen.getByText('52 bookings shown')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('C50');
    expect(api.to('GET /api/therapist/bookings').map(({ query }) => [query.get('when'), query.get('limit'), query.get('cursor')])).toEqual([
      ['past', '50', null],
      ['past', '50', '50'],
    ]);
  });

  it('keeps what is there when more cannot be loaded, and tries again', async () => {
    const many = Array.from({ length: 51 }, (_, index) => sampleBooking(24 * (index + 1), { client_name: `C${index}` }));
    const api = fakeApi({ 'GET /api/therapist/bookings': paged(many) });
    const { user } = open();
    await rowOf('C49');
    api.handlers['GET /api/therapist/bookings'] = () => problem(503, 'Down.');
    await user.click(screen.getByText('Load more'));
    expect((await screen.findByRole('alert')).textContent).toBe('More bookings could not be loaded.');
    await rowOf('C49');
    api.handlers['GET /api/therapist/bookings'] = paged(many);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await rowOf('C50');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks what others tell of fifty rows together', async () => {
    const asked: number[] = [];
    fakeApi({ 'GET /api/therapist/bookings': paged(Array.from({ length: 50 }, (_, index) => sampleBooking(24 * (index + 1), { client_name: `C${index}` }))) });
    renderScreen(
      <BookingsPanel total={50} timezone="UTC" services={[]} useMoreOfRows={(rows) => (asked.push(rows.length), () => null)} onOpenServices={() => undefined} onFailure={() => undefined} />,
      '/dashboard?tab=bookings',
    );
    await rowOf('C49');
    expect(new Set(asked)).toEqual(new Set([50]));
  });
});
