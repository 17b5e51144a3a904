import { DomainError } from '../../../common/errors/domain-error';
import type { Activity } from '../../../common/work/work';
import * as messages from './messages';
import type { WholeNoteRow } from './note.repository';

/** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
export function assertKnown(note: WholeNoteRow | 'closed' | undefined): WholeNoteRow {
  if (!note) throw new DomainError('not_found', messages.noSuchNote);
  if (note === 'closed') throw new DomainError('conflict', messages.doesNotOpen);
  return note;
}

/** For the activity log: about a note, and whose record it belongs to. */
export function deed(action: string, id: string, clientIds: readonly (string | null)[]): Activity {
  return { action, subjectType: 'session_note', subjectId: id, clientIds: clientIds.filter((clientId) => clientId !== null) };
}

/** The same, about a file of a note. */
export function fileDeed(action: string, { id, client_id }: Pick<WholeNoteRow, 'id' | 'client_id'>, fileId: string): Activity {
  return { ...deed(action, id, [client_id]), details: { file_id: fileId } };
}
