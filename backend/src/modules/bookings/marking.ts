import { Marking } from '../../common/crypto/row-marks';

/** Who belongs to whom by a deed of their own. */
export const BOOKING_MARKING = new Marking('bookings', ['id', 'therapist_id', 'client_id', 'by_stranger']);
/** Whom a time may be offered, and for how long: who confirmed that the address is theirs. */
export const WAITING_MARKING = new Marking('waiting_requests', ['id', 'therapist_id', 'service_id', 'created_at', 'confirmed_at', 'expires_at', 'ended_at']);
