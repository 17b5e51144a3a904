import { screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleBooking, type SeenCall } from '../../../test-kit';
import { NewBookingDialog } from './new-booking-dialog';

const BOOK = 'POST /api/therapist/bookings';
const KIM = { id: '01234567-89ab-7cde-8f01-23456789abcd', name: 'Kim Park', email: 'kim@example.org' };
const SERVICE = { id: '11234567-89ab-7cde-8f01-23456789abcd', name: 'First session', duration_minutes: 50, session_type: 'online' as const };
const outside = 'Clients could not book this time. The practice is closed on that day.';

function open(answer: (call: SeenCall) => ReturnType<typeof problem>) {
  const api = fakeApi({ 'GET /api/therapist/care-plans/clients': () => ({ json: [KIM] }), [BOOK]: answer });
  const onClose = jest.fn();
  return { api, onClose, ...renderScreen(<NewBookingDialog services={[SERVICE]} zone="America/New_York" onClose={onClose} />, '/dashboard?tab=bookings') };
}

async function typeTime(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.type(screen.getByLabelText('Day'), '2031-05-04');
  await user.type(screen.getByLabelText(/^Time/), '21:00');
}

it('books for one of the clients; at a time that clients could not book only when it is meant', async () => {
  const { api, user, toasts, onClose } = open(({ body }) =>
    (body as { on_purpose?: boolean }).on_purpose ? { json: sampleBooking(24, { client_name: 'Kim Park' }), status: 201 } : problem(422, outside, [{ field: 'on_purpose', message: outside }]),
  );
  await user.click(screen.getByRole('button', { name: 'Choose a client' }));
  await user.click(await screen.findByText('Kim Park'));
  await typeTime(user);
  await user.click(screen.getByRole('button', { name: 'Book' }));
  expect((await screen.findByRole('alert')).textContent).toBe(outside);
  await user.click(screen.getByRole('button', { name: 'Book it all the same' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const wanted = { client_id: KIM.id, service_id: SERVICE.id, appointment_date: '2031-05-04', appointment_time: '21:00' };
  expect(api.to(BOOK).map(({ body }) => body)).toEqual([wanted, { ...wanted, on_purpose: true }]);
  expect(toasts).toHaveLength(1);
});

it('asks for whoever is missing, and anew after the time was changed', async () => {
  const { api, user } = open(() => problem(422, outside, [{ field: 'on_purpose', message: outside }]));
  await user.click(screen.getByRole('radio', { name: 'Somebody new' }));
  await user.click(screen.getByRole('button', { name: 'Book' }));
  expect(await screen.findByText('Please enter the client’s name.')).toBeTruthy();
  expect(api.to(BOOK)).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Ines Duarte');
  await user.type(screen.getByLabelText(/^Email/), 'ines@example.org');
  await typeTime(user);
  await user.click(screen.getByRole('button', { name: 'Book' }));
  await screen.findByRole('button', { name: 'Book it all the same' });
  await user.type(screen.getByLabelText(/^Time/), '22:00');
  expect(screen.getByRole('button', { name: 'Book' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('of a series it shows every day before anything is booked; what is in the way is left out, and what clients could not book is ticked on purpose', async () => {
  const days = [
    { date: '2031-05-05', obstacle: null, reason: null },
    { date: '2031-05-12', obstacle: 'appointment', reason: 'You have another appointment at this time. Please choose another.' },
    { date: '2031-05-19', obstacle: 'not-bookable', reason: 'Clients could not book this time: time off lies there.' },
    { date: '2031-05-26', obstacle: null, reason: null },
  ];
  const SERIES = 'POST /api/therapist/bookings/series';
  const { api, user, toasts, onClose } = open(() => problem(500, 'not this'));
  Object.assign(api.handlers, { 'GET /api/therapist/bookings/series': () => ({ json: days }), [SERIES]: () => ({ json: [sampleBooking(24), sampleBooking(48)], status: 201 }) });
  await user.click(screen.getByRole('button', { name: 'Choose a client' }));
  await user.click(await screen.findByText('Kim Park'));
  await user.type(screen.getByLabelText('Day'), '2031-05-05');
  await user.type(screen.getByLabelText(/^Time/), '10:00');
  await user.selectOptions(screen.getByLabelText('Repeats'), 'Every week');
  await user.clear(screen.getByLabelText('How many appointments'));
  await user.type(screen.getByLabelText('How many appointments'), '4');
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false, true]);
  expect((boxes[1] as HTMLInputElement).disabled).toBe(true);
  await user.click(boxes[2] as HTMLElement);
  await user.click(boxes[3] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Book 2 appointments' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(SERIES).map(({ body }) => body)).toEqual([
    { client_id: KIM.id, service_id: SERVICE.id, appointment_time: '10:00', every_weeks: 1, dates: ['2031-05-05', '2031-05-19'], on_purpose: ['2031-05-19'] },
  ]);
  expect(toasts).toEqual(['2 appointments booked. The client is told in one mail.']);
});

it('a series needs a number of appointments that can be, and at least one day', async () => {
  const { api, user } = open(() => problem(500, 'not this'));
  Object.assign(api.handlers, { 'GET /api/therapist/bookings/series': () => ({ json: [{ date: '2031-05-05', obstacle: 'impossible', reason: 'The clocks change on that day and there is no 02:30.' }, { date: '2031-05-12', obstacle: 'appointment', reason: 'Taken.' }] }) });
  await user.click(screen.getByRole('radio', { name: 'Somebody new' }));
  await user.type(screen.getByLabelText('Name'), 'Ines Duarte');
  await user.type(screen.getByLabelText(/^Email/), 'ines@example.org');
  await typeTime(user);
  await user.selectOptions(screen.getByLabelText('Repeats'), 'Every two weeks');
  await user.clear(screen.getByLabelText('How many appointments'));
  await user.type(screen.getByLabelText('How many appointments'), '60');
  await user.click(screen.getByRole('button', { name: /^Book/ }));
  expect(await screen.findByText('Please enter a number from 2 to 52.')).toBeTruthy();
  await user.clear(screen.getByLabelText('How many appointments'));
  await user.type(screen.getByLabelText('How many appointments'), '2');
  expect(await screen.findByText(/there is no 02:30/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Book/ }));
  expect(await screen.findByText('Please choose at least one day.')).toBeTruthy();
  expect(api.to('POST /api/therapist/bookings/series')).toEqual([]);
});
