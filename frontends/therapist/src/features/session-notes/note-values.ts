import type { NoteDraft, NoteDraftBody } from './note-drafts.api';
import { editorMessages as messages } from './messages';
import type { NewNoteBody, NoteBody, SessionNote } from './session-notes.api';

/** A note while it is written. */
export interface NoteValues {
  title: string;
  content: string;
  tags: string[];
  booking_id: string | null;
  client_id: string | null;
  is_client_visible: boolean;
  is_private: boolean;
  template: SessionNote['template'];
  /** The one that the changes began with; 0 for a new note. */
  version: number;
}

export const NEW_NOTE: NoteValues = { title: '', content: '', tags: [], booking_id: null, client_id: null, is_client_visible: false, is_private: false, template: null, version: 0 };

export function valuesOf({ title, content, tags, booking_id, client_id, is_client_visible, is_private, template, version }: SessionNote): NoteValues {
  return { title, content, tags, booking_id, client_id, is_client_visible, is_private, template, version };
}

export function valuesOfDraft({ title, content, tags, booking_id, client_id, is_client_visible, is_private, template, base_version }: NoteDraft): NoteValues {
  return { title, content, tags, booking_id, client_id, is_client_visible, is_private, template, version: base_version ?? 0 };
}

export function draftBodyOf({ version, ...fields }: NoteValues, savedAt: Date): NoteDraftBody {
  return { ...fields, ...(version > 0 && { base_version: version }), saved_at: savedAt.toISOString() };
}

/** An appointment has its own client. */
const subjectOf = ({ booking_id, client_id }: NoteValues) => ({ booking_id, client_id: booking_id === null ? client_id : null });

export function newBodyOf(values: NoteValues, draftId: string): NewNoteBody {
  const { title, content, tags, is_client_visible, is_private, template } = values;
  return { title: title.trim(), content, tags, is_client_visible, is_private, template, ...subjectOf(values), draft_id: draftId };
}

export function bodyOf(values: NoteValues): NoteBody {
  const { title, content, tags, is_client_visible, is_private, template, version } = values;
  return { title: title.trim(), content, tags, is_client_visible, is_private, template, ...subjectOf(values), version };
}

const MAX_TITLE = 200;
const MAX_CONTENT = 20_000;
export const MAX_TAGS = 20;
export const MAX_TAG = 40;

/** What is wrong before anything is sent. */
export function problemsOf({ title, content, tags }: NoteValues): Record<string, string> {
  const problems: Record<string, string> = {};
  if (title.trim() === '') problems['title'] = messages.titleRequired;
  if (title.trim().length > MAX_TITLE) problems['title'] = messages.titleTooLong;
  if (content.length > MAX_CONTENT) problems['content'] = messages.contentTooLong;
  if (tags.length > MAX_TAGS) problems['tags'] = messages.tooManyTags;
  if (tags.some((tag) => tag.length > MAX_TAG)) problems['tags'] = messages.tagTooLong;
  return problems;
}

/** Two texts below one another; what is there stays. */
export function appended(content: string, addition: string): string {
  return content.trim() === '' ? addition : `${content.replace(/\s+$/, '')}\n\n${addition}`;
}

/** Tags with those that were typed, by comma, without blanks and doubles. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const next = [...tags];
  for (const part of typed.split(/[,\n]/)) {
    const tag = part.trim().replace(/\s+/g, ' ');
    if (tag !== '' && !next.some((one) => one.toLowerCase() === tag.toLowerCase())) next.push(tag);
  }
  return next;
}

/** A note as one text, to be compared and copied. */
export function wholeText({ title, tags, content }: { title: string | null; tags: readonly string[] | null; content: string | null }): string {
  const tagLine = tags !== null && tags.length > 0 ? [`${messages.tagsLabel}: ${tags.join(', ')}`] : [];
  return [title ?? '', ...tagLine, '', content ?? ''].join('\n');
}
