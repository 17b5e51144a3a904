import { screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleBooking, type SeenCall } from '../../../test-kit';
import { NewBookingDialog } from './new-booking-dialog';

const BOOK = 'POST /api/therapist/bookings';
const KIM = { id: '01234567-89ab-7cde-8f01-23456789abcd', name: 'Kim Park' };
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
