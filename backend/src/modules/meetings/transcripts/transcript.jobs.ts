import { job } from '../../../common/jobs/job';

/** Tries beyond those that an engine costs: each stretch is saved by itself, and a worker that was killed goes on behind the last one. */
export const transcribeMeeting = job<{ session_id: string }>('meeting-transcribe', 'transcribe-meeting', { attempts: 10, brief: true });
