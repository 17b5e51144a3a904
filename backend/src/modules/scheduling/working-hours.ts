import { WorkingRules } from './working-rules';

/** A therapist's rules for booking and for changing a booking. */
export interface WorkingHours extends WorkingRules {
  /** Until this many hours before the appointment the client may cancel or move it. */
  cancellationNoticeHours: number;
}
