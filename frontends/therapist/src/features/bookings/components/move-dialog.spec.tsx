import { connectToaster } from '@attune/shared-ui/runtime/host';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, lost, problem, renderScreen, sampleBooking, type SeenCall } from '../../../test-kit';
import { DroppedDialog } from './move-dialog';

const MOVE = 'PUT /api/therapist/bookings/{id}/time';
const outside = 'Clients could not book this time. The practice is closed on that day.';
const booking = sampleBooking(48, { client_name: 'Ada', timezone: 'UTC' });
const TO = { date: '2031-05-04', time: '21:15' };

function open(answer: (call: SeenCall) => ReturnType<typeof problem> | { json: unknown }) {
  const api = fakeApi({ [MOVE]: answer });
  const onClose = jest.fn();
  return { api, onClose, ...renderScreen(<DroppedDialog booking={booking} to={TO} zone="UTC" onClose={onClose} />, '/dashboard?tab=bookings') };
}

it('moves to where it was dragged, with a word, asked once more where clients could not book; Undo moves it back to where it was', async () => {
  const moved = { ...booking, appointment_date: TO.date, appointment_time: TO.time, starts_at: '2031-05-04T21:15:00Z' };
  const { api, user, toasts, onClose } = open(({ body }) => ((body as { on_purpose?: boolean }).on_purpose ? { json: moved } : problem(422, outside, [{ field: 'on_purpose', message: outside }])));
  await user.type(screen.getByLabelText(/^A word to the client/), 'My train.');
  await user.click(screen.getByRole('button', { name: 'Move appointment' }));
  expect((await screen.findByRole('alert')).textContent).toBe(outside);
  await user.click(screen.getByRole('button', { name: 'Move it all the same' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const wanted = { starts_at: booking.starts_at, appointment_date: TO.date, appointment_time: TO.time, word: 'My train.' };
  expect(api.to(MOVE).map(({ body }) => body)).toEqual([wanted, { ...wanted, on_purpose: true }]);
  expect(toasts).toEqual(['Appointment moved. The client will be told.']);
});

it('Undo stays within reach while the line is down, and goes back once', async () => {
  const moved = { ...booking, appointment_date: TO.date, appointment_time: TO.time, starts_at: '2031-05-04T21:15:00Z' };
  const { api, user, onClose } = open(() => ({ json: moved }));
  const said: { text: string; undo: (() => void) | undefined }[] = [];
  connectToaster(({ text, options }) => said.push({ text, undo: options.action?.onClick }));
  await user.click(screen.getByRole('button', { name: 'Move appointment' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  api.handlers[MOVE] = lost;
  said.at(-1)?.undo?.();
  await waitFor(() => expect(said).toHaveLength(2));
  api.handlers[MOVE] = () => ({ json: booking });
  said.at(-1)?.undo?.();
  await waitFor(() => expect(said.at(-1)?.text).toBe('The appointment is where it was'));
  const [, first, second] = api.to(MOVE).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  api.handlers[MOVE] = () => problem(409, 'This appointment was moved meanwhile. Please look at its new time first.');
  said[0]?.undo?.();
  await waitFor(() => expect(said).toHaveLength(4));
  expect(said.at(-1)?.undo).toBeUndefined();
});

it('what was moved meanwhile is said, and nothing typed is lost', async () => {
  const { user, toasts } = open(() => problem(409, 'This appointment was moved meanwhile. Please look at its new time first.'));
  fireEvent.change(screen.getByLabelText(/^A word to the client/), { target: { value: 'My train.' } });
  await user.click(screen.getByRole('button', { name: 'Move appointment' }));
  expect(await screen.findByText('This appointment was moved meanwhile. Please look at its new time first.')).toBeTruthy();
  expect((screen.getByLabelText(/^A word to the client/) as HTMLTextAreaElement).value).toBe('My train.');
  expect(toasts).toHaveLength(1);
});

it('of a series this one moves, or also those that follow; Undo takes all of them back', async () => {
  const FOLLOWING = 'PUT /api/therapist/bookings/{id}/following/time';
  const series_id = '21234567-89ab-7cde-8f01-23456789abcd';
  const one = { ...booking, series_id };
  const next = sampleBooking(48 + 168, { series_id, timezone: 'UTC' });
  const moved = [{ ...one, appointment_date: TO.date, appointment_time: TO.time, starts_at: '2031-05-04T21:15:00Z' }, next];
  const api = fakeApi({ [MOVE]: () => problem(500, 'not this one alone'), [FOLLOWING]: () => ({ json: moved }), 'GET /api/therapist/bookings': () => ({ json: [next, one] }) });
  const onClose = jest.fn();
  const { user, toasts } = renderScreen(<DroppedDialog booking={one} to={TO} zone="UTC" onClose={onClose} />, '/dashboard?tab=bookings');
  await user.click(await screen.findByRole('radio', { name: 'This and the next' }));
  await user.click(screen.getByRole('button', { name: 'Move appointments' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(FOLLOWING).map(({ body }) => body)).toEqual([{ starts_at: one.starts_at, appointment_date: TO.date, appointment_time: TO.time }]);
  expect(toasts).toEqual(['2 appointments moved. The client will be told.']);
});
