import { job } from '../../../common/jobs/job';

/** Two tries: what does not come to its end in them is offered again to whoever waits. */
const OPTIONS = { attempts: 2, brief: true } as const;

export const analyseNote = job<{ analysis_id: string }>('note-analysis', 'analyse-note', OPTIONS);
/** Of a note's file: the pages that were read of it. */
export const analyseFile = job<{ analysis_id: string }>('note-analysis', 'analyse-file', OPTIONS);
