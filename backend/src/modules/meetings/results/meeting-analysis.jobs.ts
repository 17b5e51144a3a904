import { job } from '../../../common/jobs/job';

/** Two tries: what does not come to its end in them can be asked for again. */
export const analyseMeeting = job<{ session_id: string }>('meeting-analyse', 'analyse-meeting', { attempts: 2, brief: true });
