import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import type { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { assertKnown, deed } from '../notes/note-deeds';
import { NoteRepository, WholeNoteRow } from '../notes/note.repository';
import { NoteDraftDto, NoteDraftInputDto, NoteDraftStateDto, NoteDraftSummaryDto } from './draft.dto';
import { DraftFields, DraftKey, DraftRow, NoteDraftRepository } from './draft.repository';
import * as messages from './messages';

const MAX_DRAFTS = 100;
const KEPT_MS = 30 * 24 * 3_600_000;
/** Several editors that save every few seconds. */
const SAVES: Limit = { scope: 'session-note-drafts', max: 3_000, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/**
 * What editors hold that is not saved yet, kept here so that it outlives the browser. The last writer wins, by the time that the editor tells:
 * what comes late changes nothing. A draft goes when its note is saved or deleted, or after 30 days.
 */
@Injectable()
export class NoteDraftsService {
  constructor(
    private readonly works: Works,
    private readonly repository: NoteDraftRepository,
    private readonly notes: NoteRepository,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for a note that is not the therapist's; rule beyond 100 drafts; too_many */
  async save(actor: Therapist, key: DraftKey, input: NoteDraftInputDto): Promise<NoteDraftStateDto> {
    const wait = await this.limits.reserve([SAVES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.savedTooOften, { retryAfterSeconds: wait });
    const fields = fieldsOf(input);
    return this.works.begin(actor, async (work) => {
      const note = await this.noteOf(actor.id, key, work.tx);
      if (note && saysTheSame(note, fields)) return { stored: false, saved_at: note.draft_saved_at?.toISOString() ?? null };
      // A clock that is ahead must not outlive what is written after it.
      const savedAt = new Date(Math.min(new Date(input.saved_at).getTime(), work.now().getTime()));
      const state = await this.store(work, { therapistId: actor.id, key }, fields, savedAt);
      if (state.stored) await work.recordRecurring(deed('save_note_draft', subjectOf(key), [note?.client_id ?? null]));
      return state;
    });
  }

  /** Of notes that were never saved, newest first. */
  async list(actor: Therapist): Promise<NoteDraftSummaryDto[]> {
    const drafts = await this.repository.listNew(actor.id, this.clock.now(), MAX_DRAFTS);
    if (drafts.length > 0) await this.works.recordRead(actor, { action: 'read_note_drafts', subjectType: 'therapist', subjectId: actor.id });
    return drafts.map(({ draft_id, saved_at, ...shown }) => ({ draft_id: draft_id ?? '', ...shown, saved_at: saved_at.toISOString() }));
  }

  /** @throws DomainError not_found */
  async show(actor: Therapist, key: DraftKey): Promise<NoteDraftDto> {
    const note = await this.noteOf(actor.id, key);
    const draft = await this.repository.findDraft(actor.id, key, this.clock.now());
    if (!draft) throw new DomainError('not_found', messages.noSuchDraft);
    await this.works.recordRead(actor, deed('read_note_draft', subjectOf(key), [note?.client_id ?? null]));
    return toDraftDto(draft);
  }

  /** @throws DomainError not_found */
  async discard(actor: Therapist, key: DraftKey): Promise<void> {
    await this.works.begin(actor, async (work) => {
      const note = await this.noteOf(actor.id, key, work.tx);
      const draft = await this.repository.lockDraft(actor.id, key, work.tx);
      if (!draft || draft.closed) throw new DomainError('not_found', messages.noSuchDraft);
      if ('noteId' in key) await this.repository.deleteOfNote(actor.id, key.noteId, work.tx);
      else await this.repository.closeDraft(actor.id, key.draftId, work.now(), work.tx);
      await work.record(deed('delete_note_draft', subjectOf(key), [note?.client_id ?? null]));
    });
  }

  /** Drafts that nobody came back to. */
  @Upkeep('session note drafts')
  deleteExpired(): Promise<number> {
    return this.repository.deleteExpired(this.clock.now());
  }

  private async store(work: Work, of: { therapistId: string; key: DraftKey }, fields: DraftFields, savedAt: Date): Promise<NoteDraftStateDto> {
    const times = { savedAt, expiresAt: new Date(work.now().getTime() + KEPT_MS) };
    const present = await this.repository.lockDraft(of.therapistId, of.key, work.tx);
    if (present?.closed) return { stored: false, saved_at: null };
    if (present && present.saved_at > savedAt) return { stored: false, saved_at: present.saved_at.toISOString() };
    if (present) {
      await this.repository.updateDraft({ ...of, id: present.id }, fields, times, work.tx);
    } else {
      if ((await this.repository.countDrafts(of.therapistId, work.now(), work.tx)) >= MAX_DRAFTS) throw new DomainError('rule', messages.tooManyDrafts(MAX_DRAFTS));
      if (!(await this.repository.insertDraft(of.therapistId, of.key, fields, times, work.tx))) return this.store(work, of, fields, savedAt);
    }
    return { stored: true, saved_at: savedAt.toISOString() };
  }

  /** @throws DomainError not_found for a note that is not the therapist's */
  private async noteOf(therapistId: string, key: DraftKey, on?: Queryable): Promise<WholeNoteRow | undefined> {
    return 'noteId' in key ? assertKnown(await this.notes.findNote(therapistId, key.noteId, on)) : undefined;
  }
}

function subjectOf(key: DraftKey): string {
  return 'noteId' in key ? key.noteId : key.draftId;
}

function fieldsOf(input: NoteDraftInputDto): DraftFields {
  const { title, content, tags, booking_id, client_id, is_client_visible, is_private, template, base_version } = input;
  return {
    title,
    content,
    tags: tags ?? [],
    booking_id: booking_id ?? null,
    client_id: client_id ?? null,
    is_client_visible: is_client_visible ?? false,
    is_private: is_private ?? false,
    template: template ?? null,
    base_version: base_version ?? null,
  };
}

/** An autosave that comes after its note was saved. */
function saysTheSame(note: WholeNoteRow, { title, content, tags, is_client_visible, is_private }: DraftFields): boolean {
  const said = { title: title.trim(), content, tags, is_client_visible, is_private };
  return isDeepStrictEqual(said, { title: note.title, content: note.content, tags: note.tags, is_client_visible: note.is_client_visible, is_private: note.is_private });
}

function toDraftDto({ fields, saved_at, expires_at }: DraftRow): NoteDraftDto {
  const { title, content, tags, booking_id, client_id, is_client_visible, is_private, template, base_version } = fields;
  const said = { title, content, tags, booking_id, client_id, is_client_visible, is_private, template, base_version };
  return { ...said, saved_at: saved_at.toISOString(), expires_at: expires_at.toISOString() };
}
