import { Marking } from '../../common/crypto/row-marks';

/** Who belongs to whom by a deed of their own. */
export const BOOKING_MARKING = new Marking('bookings', ['id', 'therapist_id', 'client_id', 'by_stranger']);
