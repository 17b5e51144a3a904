import { SessionNoteDto, SessionNoteSummaryDto } from './note.dto';
import { previewOf } from './note-limits';
import type { ListedNote } from './note-list.repository';
import type { WholeNoteRow } from './note.repository';

function base(note: Omit<ListedNote, 'content'>): Omit<SessionNoteSummaryDto, 'preview'> {
  const { id, title, booking_id, client_id, client_name, starts_at, timezone, service_name, tags, is_client_visible, is_private, template, version } = note;
  const appointment = starts_at && timezone !== null && service_name !== null ? { starts_at: starts_at.toISOString(), timezone, service_name } : null;
  return {
    id,
    title,
    booking_id,
    client_id,
    client_name,
    appointment,
    tags,
    is_client_visible,
    is_private,
    template,
    status: note.signed_at ? 'signed' : 'draft',
    signed_at: note.signed_at?.toISOString() ?? null,
    version,
    ai_summary: note.summary,
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
  };
}

export function toSummaryDto(note: ListedNote): SessionNoteSummaryDto {
  return { ...base(note), preview: previewOf(note.content) };
}

export function toNoteDto(note: WholeNoteRow): SessionNoteDto {
  return { ...base(note), content: note.content, signed_by: note.signed_by, draft_saved_at: note.draft_saved_at?.toISOString() ?? null };
}
