import { job } from '../../../common/jobs/job';

/** The next part of a session that is recorded just now. What does not come to its end comes with the transcript. */
export const followSession = job<{ session_id: string }>('meeting-live', 'follow-session', { attempts: 3, brief: true, dispensable: true });

/** Tries beyond those that an engine costs: each stretch is saved by itself, and a worker that was killed goes on behind the last one. */
export const transcribeMeeting = job<{ session_id: string }>('meeting-transcribe', 'transcribe-meeting', { attempts: 10, brief: true });
