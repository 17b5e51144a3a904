import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeApi, problem, renderScreen, sampleBooking, sampleSentForm, type SeenCall } from '../../../test-kit';
import type { SentForm } from '../intake-answers.api';
import { useBookingForms } from './booking-forms';

const LIST = 'GET /api/therapist/intake-requests';
const SEND = 'POST /api/therapist/intake-requests';
const AGAIN = 'POST /api/therapist/intake-requests/{id}/send-again';
const WITHDRAW = 'POST /api/therapist/intake-requests/{id}/withdraw';
const OWN = 'GET /api/therapist/intake-forms';

const ahead = sampleBooking(48, { client_name: 'Finn' });
const past = sampleBooking(-48, { client_name: 'Dora', status: 'completed' });
const cancelled = sampleBooking(24, { client_name: 'Cleo', status: 'cancelled' });
const BOOKINGS = [ahead, past, cancelled];

let forms: SentForm[];
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  forms = [
    sampleSentForm({ booking_id: ahead.id, client_name: 'Finn', title: 'PHQ-9', status: 'completed', completed_at: '2026-11-03T18:00:00.000Z', self_harm: 1 }),
    sampleSentForm({ booking_id: ahead.id, client_name: 'Finn', title: 'Consent' }),
  ];
  api = fakeApi({
    [LIST]: ({ query }) => ({ json: forms.filter(({ booking_id }) => query.getAll('booking_id').includes(booking_id ?? '')) }),
    [OWN]: () => ({ json: forms.map(({ form_id, title }) => ({ id: form_id, title })).concat({ id: NEW.id, title: NEW.title }) }),
  });
});

const NEW = { id: '00000000-0000-7000-8000-00000000f0f0', title: 'Sleep diary' };

function Rows({ bookings = BOOKINGS }: { bookings?: typeof BOOKINGS }) {
  const formsOf = useBookingForms(bookings);
  return (
    <ul>
      {bookings.map((booking) => (
        <li key={booking.id} data-testid={booking.client_name}>
          {formsOf(booking)}
        </li>
      ))}
    </ul>
  );
}

async function openForms(name: RegExp = /^Forms: 1 completed, 1 sent: Finn/) {
  const page = renderScreen(<Rows />, '/dashboard?tab=bookings');
  await page.user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name: 'Forms' });
  return { ...page, dialog, row: (title: string) => within(within(dialog).getByRole('heading', { name: title }).closest('li') as HTMLElement) };
}

it('tells of the forms of all rows with one call, and marks item 9', async () => {
  renderScreen(<Rows />);
  await screen.findByRole('button', { name: /^Forms: 1 completed, 1 sent: Finn/ });
  expect(within(screen.getByTestId('Finn')).getByText('Item 9 above zero')).toBeTruthy();
  expect(within(screen.getByTestId('Dora')).getByRole('button', { name: /^Send a form: Dora/ })).toBeTruthy();
  expect(screen.getByTestId('Cleo').textContent).toBe('');
  expect(screen.getAllByText('Item 9 above zero')).toHaveLength(1);
  expect(api.to(LIST).map(({ query }) => query.getAll('booking_id'))).toEqual([BOOKINGS.map(({ id }) => id)]);
});

it('keeps what is known of a row, and the focus on it, while those of a longer list are read', async () => {
  const Growing = () => {
    const [bookings, setBookings] = useState([past]);
    return (
      <>
        <button type="button" onClick={() => setBookings([past, ahead])}>
          Grow
        </button>
        <Rows bookings={bookings} />
      </>
    );
  };
  const { user } = renderScreen(<Growing />);
  const opener = await screen.findByRole('button', { name: /^Send a form: Dora/ });
  const answer = api.handlers[LIST];
  let goOn = (): void => undefined;
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  api.handlers[LIST] = async (call) => (await wait, answer?.(call) ?? { json: [] });
  await user.click(screen.getByRole('button', { name: 'Grow' }));
  opener.focus();
  await waitFor(() => expect(api.to(LIST)).toHaveLength(2));
  expect(within(screen.getByTestId('Finn')).queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.queryByRole('button', { name: /^Send a form: Dora/ }));
  goOn();
  await within(screen.getByTestId('Finn')).findByRole('button', { name: /^Forms: 1 completed, 1 sent: Finn/ });
  expect(document.activeElement).toBe(screen.queryByRole('button', { name: /^Send a form: Dora/ }));
});

it('leads to the answers of what is completed, and mails again what waits', async () => {
  api.handlers[AGAIN] = () => ({ json: forms[1] });
  const { user, toasts, row } = await openForms();
  expect(row('PHQ-9').getByRole('link', { name: /^Read answers/ }).getAttribute('href')).toBe(`/intake-forms/answers/${forms[0]?.id}`);
  expect(row('PHQ-9').queryByRole('button')).toBeNull();
  expect(row('PHQ-9').getByText(/^3 Nov 2026, 18:00/)).toBeTruthy();
  await user.click(row('Consent').getByRole('button', { name: /^Send again/ }));
  await waitFor(() => expect(toasts).toEqual(['The mail is on its way again.']));
  api.handlers[AGAIN] = () => problem(429, 'The mail was sent three times within the hour. Please try again later.');
  await user.click(row('Consent').getByRole('button', { name: /^Send again/ }));
  await waitFor(() => expect(toasts.at(-1)).toBe('The mail was sent three times within the hour. Please try again later.'));
});

it('asks before it withdraws, with the focus on the safe button', async () => {
  api.handlers[WITHDRAW] = () => {
    forms = forms.map((form) => (form.title === 'Consent' ? { ...form, status: 'withdrawn' } : form));
    return { json: forms[1] };
  };
  const { user, toasts, row } = await openForms();
  await user.click(row('Consent').getByRole('button', { name: /^Withdraw/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw this form?' });
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Keep it' }));
  expect(api.to(WITHDRAW)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(toasts).toEqual(['The form was withdrawn.']));
  expect(row('Consent').getByText('Withdrawn')).toBeTruthy();
  expect(row('Consent').queryByRole('button')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('sends another form, and says at the field why it was not sent', async () => {
  api.handlers[SEND] = () => problem(409, 'This form was sent already and waits to be filled in. You can send its mail again.');
  const { user, toasts, dialog, row } = await openForms();
  await user.click(await within(dialog).findByRole('button', { name: 'Send form' }));
  const select = within(dialog).getByLabelText<HTMLSelectElement>('Form');
  expect(within(dialog).getByText('Please choose a form.')).toBeTruthy();
  expect(document.activeElement).toBe(select);
  expect([...select.options].map(({ label, disabled }) => [label, disabled])).toEqual([
    ['Choose a form', true],
    ['PHQ-9 (sent already)', true],
    ['Consent (sent already)', true],
    ['Sleep diary', false],
  ]);
  await user.selectOptions(select, NEW.id);
  await user.click(within(dialog).getByRole('button', { name: 'Send form' }));
  expect(await within(dialog).findByText(/^This form was sent already/)).toBeTruthy();
  expect(select.value).toBe(NEW.id);
  api.handlers[SEND] = ({ body }: SeenCall) => {
    const made = sampleSentForm({ ...(body as object), title: NEW.title });
    forms = [made, ...forms];
    return { status: 201, json: made };
  };
  await user.click(within(dialog).getByRole('button', { name: 'Send form' }));
  await waitFor(() => expect(toasts).toEqual(['The form is on its way to the client.']));
  expect(row('Sleep diary').getByRole('button', { name: /^Withdraw/ })).toBeTruthy();
  expect(api.to(SEND).at(-1)?.body).toEqual({ form_id: NEW.id, booking_id: ahead.id });
});

it('says that the forms could not be loaded, since a mark could be missing, and tries again', async () => {
  api.handlers[LIST] = () => problem(503, 'Down.');
  const { user, dialog } = await openForms(/^Forms could not be loaded: Cleo/);
  expect(within(dialog).getByText('The forms could not be loaded.')).toBeTruthy();
  api.handlers[LIST] = () => ({ json: [] });
  await user.click(within(dialog).getByRole('button', { name: 'Try Again' }));
  expect(await within(dialog).findByText('No form belongs to this appointment yet.')).toBeTruthy();
});
