import type { Answer } from '../../../wire';

export type Booking = Answer<'/api/therapist/bookings', 'get'>[number];
export type BookingStatus = Booking['status'];
export type BookingSummary = Answer<'/api/therapist/bookings/summary', 'get'>;

/** Everything that shows bookings or counts of them is read anew under this key. */
export const bookingsKey = ['therapist', 'bookings'] as const;
