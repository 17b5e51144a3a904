import { job } from '../../../common/jobs/job';

/** Two tries: what does not come to its end in them is offered again to whoever waits. */
export const analyseNote = job<{ analysis_id: string }>('note-analysis', 'analyse-note', { attempts: 2 });
