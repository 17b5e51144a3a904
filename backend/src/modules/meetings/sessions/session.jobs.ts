import { job } from '../../../common/jobs/job';

/** Holds a slot until the meeting is over. A worker that dies, or is stopped, leaves it to the next one. */
export const sendNotetaker = job<{ session_id: string }>('meeting-record', 'send-notetaker', { attempts: 50 });

/** What was recorded is checked, chunk by chunk and in turns. `from_frame`: where the turn before ended. */
export const finishRecording = job<{ session_id: string; from_frame?: number }>('meeting-sound', 'finish-recording', { attempts: 10 });

/** Tried for days: what nobody can open any more must go, also where the storage is away. */
export const destroyRecording = job<{ session_id: string }>('deletions', 'destroy-recording', { attempts: 20, brief: true });

/** Few tries: the next round comes within the minute. */
export const lookAfterSessions = job<Record<string, never>>('maintenance', 'look-after-meeting-sessions', { attempts: 2, everyMs: 60_000 });
