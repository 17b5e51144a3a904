import { Marking } from '../../common/crypto/row-marks';
import { NOTE_VERSION_OWNER, SESSION_NOTE_OWNER } from './session-note.entity';

const FLAGS = ['is_private', 'is_client_visible'];
/** What is kept private stays private, and what was signed stays signed, whoever writes the table. */
export const SESSION_NOTE_MARKING = new Marking(
  'session_notes',
  ['id', 'therapist_id', 'client_id', 'booking_id', ...FLAGS, 'template', 'version', 'history_from', 'signed_at', 'created_at'],
  { owner: SESSION_NOTE_OWNER, texts: ['title', 'content', 'tags', 'summary'] },
);
export const NOTE_VERSION_MARKING = new Marking('session_note_versions', ['id', 'note_id', 'version', 'kind', 'actor_id', ...FLAGS, 'kept_before', 'created_at'], {
  owner: NOTE_VERSION_OWNER,
  texts: ['title', 'content', 'tags', 'remark'],
});
