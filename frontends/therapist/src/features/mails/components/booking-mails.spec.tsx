import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleBooking, sampleId } from '../../../test-kit';
import type { BookingMail } from '../mails.api';
import { useBookingMails } from './booking-mails';

const LIST = 'GET /api/therapist/booking-mails';
const AGAIN = 'POST /api/therapist/booking-mails/{id}/send-again';
const booking = sampleBooking(48, { client_name: 'Finn' });
const mailOf = (part: Partial<BookingMail>): BookingMail => ({ id: sampleId(), booking_id: booking.id, kind: 'booked', recipient: 'client', state: 'sent', at: '2026-11-20T08:00:00.000Z', reason: null, can_send_again: true, ...part });

function Row() {
  return <>{useBookingMails([booking])(booking)}</>;
}

function open(mails: BookingMail[]) {
  const server = fakeApi({ [LIST]: () => ({ json: mails }) });
  return { server, ...renderScreen(<Row />, '/dashboard?tab=bookings') };
}

describe('Mails of a booking', () => {
  it('say that one failed and why, and send it again', async () => {
    const failed = mailOf({ state: 'failed', reason: '550 No such mailbox' });
    const mails = [failed, mailOf({ recipient: 'therapist' })];
    const { server, user, toasts } = open(mails);
    server.handlers[AGAIN] = () => ({ json: (mails[0] = { ...failed, state: 'queued', reason: null, can_send_again: false }) });
    await user.click(await screen.findByRole('button', { name: /^A mail failed: Finn/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('550 No such mailbox')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Send again: Confirmation to your client' }));
    await waitFor(() => expect(toasts).toEqual(['The mail is sent again']));
    expect(await within(dialog).findByText('on its way')).toBeTruthy();
    expect(server.to(AGAIN)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('say what the server says when one is not sent again', async () => {
    const { server, user, toasts } = open([mailOf({})]);
    server.handlers[AGAIN] = () => problem(409, 'This mail is already on its way.');
    await user.click(await screen.findByRole('button', { name: /^Mails sent: Finn/ }));
    await user.click(await screen.findByRole('button', { name: 'Send again: Confirmation to your client' }));
    await waitFor(() => expect(toasts).toEqual(['This mail is already on its way.']));
  });
});
