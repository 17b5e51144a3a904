import { job } from '../../../common/jobs/job';

/**
 * Brings a therapist's account at Google into step, in its turn. What Google does not do is tried again by a job of its own, as late as Google asks,
 * so these tries are for our own trouble. `goes_on`: it stands in line for what one turn was not enough to read. `written_to`: appointments up to this
 * one were written in the turn before.
 */
export const syncCalendar = job<{ therapist_id: string; goes_on?: true; written_to?: string }>('calendar-sync', 'sync-calendar', { attempts: 18, brief: true });
