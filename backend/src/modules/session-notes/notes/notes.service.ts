import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { changedFields } from '../../../common/work/changed-fields';
import { Work, Works } from '../../../common/work/work';
import { StrangersService } from '../../clients/strangers/strangers.service';
import { AnalysisRepository } from '../analyses/analysis.repository';
import { NoteDraftRepository } from '../drafts/draft.repository';
import { NoteFileContents } from '../files/file-contents.service';
import { OpenedNotes } from '../search/opened-notes';
import { NoteVersionRepository } from '../versions/version.repository';
import * as messages from './messages';
import { assertKnown, deed } from './note-deeds';
import { NewNoteDto, NoteUpdateDto, SessionNoteDto } from './note.dto';
import { NoteReadingService } from './note-reading.service';
import { NoteFields, NoteRepository, NoteRow } from './note.repository';

const MAX_NOTES = 50_000;
/** By hand; what an editor saves by itself is a draft. */
const SAVES: Limit = { scope: 'session-note-saves', max: 300, windowMs: 3_600_000 };
const CREATE = 'POST /api/therapist/enhanced-session-notes';

type Therapist = Actor & { id: string };
type Subject = Pick<NoteFields, 'booking_id' | 'client_id'>;

/** Writes a therapist's notes: what they say, whom they are about, and who may see them. */
@Injectable()
export class NotesService {
  constructor(
    private readonly works: Works,
    private readonly repository: NoteRepository,
    private readonly versions: NoteVersionRepository,
    private readonly drafts: NoteDraftRepository,
    private readonly files: NoteFileContents,
    private readonly reading: NoteReadingService,
    private readonly opened: OpenedNotes,
    private readonly analyses: AnalysisRepository,
    private readonly strangers: StrangersService,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
  ) {}

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the note that was made, as it is now. What is remembered of it is its id alone.
   * @throws DomainError rule for an appointment or a client of somebody else, for a private note that is visible, beyond 50,000; too_many, also for
   *   what is shown to somebody who has not confirmed the practice
   */
  async create(actor: Therapist, input: NewNoteDto, key: string | undefined): Promise<SessionNoteDto> {
    const repeat = this.repeats.of<{ id: string }>(`${CREATE} ${actor.id}`, key, input);
    await this.countSave(actor.id);
    const { id } = await this.works.begin(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return this.read(work, actor.id, earlier);
      const made = { id: await this.insert(work, actor.id, input) };
      await repeat?.remember(work, made);
      return made;
    });
    return this.reading.noteOf(actor.id, id);
  }

  /** What is shown of it once more is a read. */
  private async read(work: Work, actorId: string, { id }: { id: string }): Promise<{ id: string }> {
    const note = assertKnown(await this.repository.lockNote(actorId, id, work.tx));
    await work.recordRecurring(deed('read_note', id, [note.client_id]));
    return { id };
  }

  /**
   * A new note within the work of whoever makes it of something else; {@link create} for what a person sends.
   * @returns its id @throws DomainError rule for an appointment or a client of somebody else, for a private note that is visible, beyond 50,000; too_many
   */
  async insert(work: Work, actorId: string, input: NewNoteDto): Promise<string> {
    if ((await this.repository.countNotes(actorId, work.tx)) >= MAX_NOTES) throw new DomainError('rule', messages.tooManyNotes(MAX_NOTES));
    const note = { id: newId(), therapist_id: actorId, created_at: work.now() };
    const fields = checked({
      title: input.title,
      content: input.content ?? '',
      tags: input.tags ?? [],
      is_client_visible: input.is_client_visible ?? false,
      is_private: input.is_private ?? false,
      template: input.template ?? null,
      ...(await this.subjectOf(work, actorId, input, { booking_id: null, client_id: null })),
    });
    await this.countShared(work, actorId, undefined, fields);
    await this.repository.insertNote(note, fields, work.tx);
    await this.versions.insertText(note, fields, { kind: 'created', version: 1, at: work.now(), actorId }, work.tx);
    if (input.draft_id) await this.drafts.closeDraft(actorId, input.draft_id, work.now(), work.tx);
    await work.record({ ...deed('create_note', note.id, [fields.client_id]), details: { version: 1 } });
    if (fields.is_client_visible) await work.record(deed('share_note', note.id, [fields.client_id]));
    return note.id;
  }

  /**
   * Saves another version; a save that changes nothing is none, so that one whose answer was lost can be repeated.
   * @throws DomainError not_found; rule as for a new one, and for a signed note; conflict when another version was saved since the one that
   *   the changes began with; too_many
   */
  async update(actor: Therapist, id: string, input: NoteUpdateDto): Promise<SessionNoteDto> {
    await this.countSave(actor.id);
    await this.works.begin(actor, async (work) => {
      // Before the note, as whoever makes two persons one does.
      if (input.client_id) await this.repository.isClient(actor.id, input.client_id, work.tx);
      if (input.booking_id) await this.repository.findClientOfBooking(actor.id, input.booking_id, work.tx);
      const present = assertKnown(await this.repository.lockNote(actor.id, id, work.tx));
      const fields = await this.fieldsOf(work, present, input);
      const changed = changedFields(present, fields);
      if (changed.length > 0) await this.save(work, actor.id, present, fields, { changed, base: input.version });
      else await work.recordRecurring(deed('read_note', id, [present.client_id]));
      await this.drafts.deleteOfNote(actor.id, id, work.tx);
    });
    return this.reading.noteOf(actor.id, id);
  }

  /** With its history, its draft, its files and everything else that belongs to it. @throws DomainError not_found; rule for a signed one */
  async remove(actor: Therapist, id: string): Promise<void> {
    await this.works.begin(actor, async (work) => {
      const note = await this.repository.lockNote(actor.id, id, work.tx);
      if (!note) throw new DomainError('not_found', messages.noSuchNote);
      // One that does not open any more can be got rid of too.
      if (note !== 'closed' && note.signed_at) throw new DomainError('rule', messages.signedNotDeleted);
      await this.destroy(work, actor.id, id, note);
    });
    this.opened.forget(actor.id, id);
  }

  /**
   * A note that was made of something else goes with it, within the work of whoever destroys that. One that its therapist has worked on since (saved,
   * signed, given a file, or open in an editor with changes) is theirs, and stays.
   * @returns false where it stays
   */
  async removeUntouched(work: Work, therapistId: string, id: string): Promise<boolean> {
    const note = await this.repository.lockNote(therapistId, id, work.tx);
    if (!note) return true;
    if (note === 'closed' || note.version > 1 || note.signed_at || note.draft_saved_at || (await this.files.isThere(work, therapistId, id))) return false;
    await this.destroy(work, therapistId, id, note);
    this.opened.forget(therapistId, id);
    return true;
  }

  /** @param note locked @throws DomainError conflict for one that was signed meanwhile */
  private async destroy(work: Work, therapistId: string, id: string, note: NoteRow | 'closed'): Promise<void> {
    // Their rows and their key go with the note's row.
    await this.files.destroyOfNote(work, therapistId, id);
    await this.analyses.destroyOfNote(id, work);
    if (!(await this.repository.deleteNote(therapistId, id, work.tx))) throw new DomainError('conflict', messages.signedNotDeleted);
    await work.record(deed('delete_note', id, note === 'closed' ? [] : [note.client_id]));
  }

  private async save(work: Work, actorId: string, present: NoteRow, fields: NoteFields, { changed, base }: { changed: string[]; base: number | undefined }): Promise<void> {
    if (present.signed_at) throw new DomainError('rule', messages.signedNotChanged);
    if (base !== undefined && base !== present.version) throw new DomainError('conflict', messages.savedElsewhere);
    await this.countShared(work, actorId, present, fields);
    const version = present.version + 1;
    await this.repository.updateNote(present, fields, version, work.now(), work.tx);
    if (fields.is_private) await this.analyses.destroyOfNote(present.id, work);
    await this.versions.insertText(present, fields, { kind: 'edited', version, at: work.now(), actorId }, work.tx);
    const clients = [present.client_id, fields.client_id];
    await work.record({ ...deed('update_note', present.id, clients), details: { fields: changed, version } });
    if (present.is_client_visible !== fields.is_client_visible) await work.record(deed(fields.is_client_visible ? 'share_note' : 'unshare_note', present.id, clients));
  }

  /** What a client did not see before. @throws DomainError too_many */
  private async countShared(work: Work, therapistId: string, before: NoteRow | undefined, { is_client_visible, client_id }: NoteFields): Promise<void> {
    if (!is_client_visible || client_id === null || (before?.is_client_visible && before.client_id === client_id)) return;
    await this.strangers.countShared(work, therapistId, client_id);
  }

  private async fieldsOf(work: Work, present: NoteRow, input: NoteUpdateDto): Promise<NoteFields> {
    return checked({
      title: input.title,
      content: input.content,
      tags: input.tags ?? present.tags,
      is_client_visible: input.is_client_visible,
      is_private: input.is_private ?? present.is_private,
      template: input.template === undefined ? present.template : input.template,
      ...(await this.subjectOf(work, present.therapist_id, input, present)),
    });
  }

  /** Whom a note is about: its appointment's client, or one that was named. @throws DomainError rule for what is not the therapist's own */
  private async subjectOf(work: Work, therapistId: string, { booking_id, client_id }: Partial<Subject>, present: Subject): Promise<Subject> {
    const bookingId = booking_id === undefined ? present.booking_id : booking_id;
    if (bookingId !== null) {
      const clientId = bookingId === present.booking_id ? present.client_id : await this.repository.findClientOfBooking(therapistId, bookingId, work.tx);
      if (!clientId) throw refusedField('booking_id', messages.noSuchBooking);
      if (client_id && client_id !== clientId) throw refusedField('client_id', messages.otherClient);
      return { booking_id: bookingId, client_id: clientId };
    }
    const clientId = client_id === undefined ? present.client_id : client_id;
    if (clientId !== null && clientId !== present.client_id && !(await this.repository.isClient(therapistId, clientId, work.tx))) throw refusedField('client_id', messages.noSuchClient);
    return { booking_id: null, client_id: clientId };
  }

  /** Before it is looked at: a refused one costs as much. @throws DomainError too_many */
  private async countSave(therapistId: string): Promise<void> {
    const wait = await this.limits.reserve([SAVES, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.savedTooOften, { retryAfterSeconds: wait });
  }
}

/** @throws DomainError rule for a private note that a client would see */
function checked(fields: NoteFields): NoteFields {
  if (fields.is_private && fields.is_client_visible) throw refusedField('is_private', messages.privateAndVisible);
  return fields;
}
