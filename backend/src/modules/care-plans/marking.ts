import { Marking } from '../../common/crypto/row-marks';
import { CARE_PLAN_OWNER } from './care-plan.entity';

/** What a client is shown, and whether; of the note that it came from nothing depends, and that one can go. */
export const CARE_PLAN_MARKING = new Marking('care_plans', ['id', 'therapist_id', 'client_id', 'version', 'follow_up_date', 'published_at', 'withdrawn_at', 'created_at'], {
  owner: CARE_PLAN_OWNER,
  texts: ['title', 'description', 'recommended_actions', 'goals'],
});
