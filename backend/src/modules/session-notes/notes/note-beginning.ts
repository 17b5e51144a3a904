import { SealedBeginning } from '../../../common/crypto/beginnings';
import { beginningOf } from '../../../common/paging/beginning';
import { NOTE_BEGINNING_OWNER } from '../session-note.entity';

/** What lists show of a note. */
export interface NoteBeginning {
  title: string;
  tags: string[];
  /** Of the accepted summary. */
  summary: string | null;
  content: string;
  /** Whether that is all of it. */
  is_whole: boolean;
}

export const NOTE_BEGINNING = new SealedBeginning<NoteBeginning, 'therapist_id' | 'client_id'>(NOTE_BEGINNING_OWNER);

export function noteBeginningOf({ title, tags, content, summary }: Omit<NoteBeginning, 'is_whole'>): NoteBeginning {
  const [said, summed] = [beginningOf(content), summary === null ? null : beginningOf(summary)];
  return { title, tags, summary: summed && summed.text, content: said.text, is_whole: said.is_whole && summed?.is_whole !== false };
}
