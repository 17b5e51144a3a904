import { job } from '../../../common/jobs/job';

/** Reads the pages of a file that are not read yet. A worker that dies is no reason to give up: pages count their own tries. */
export const readNoteFile = job<{ file_id: string }>('note-files', 'read-note-file', { attempts: 100 });
