import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { linkAfter, Page, readCursor, SCREEN } from '../../../common/paging/paging';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { SessionNoteDetailDto } from '../notes/note.dto';
import { NoteReadingService } from '../notes/note-reading.service';
import { NoteRepository, WholeNoteRow } from '../notes/note.repository';
import { assertKnown, deed } from '../notes/note-deeds';
import type { VersionKind } from '../session-note.entity';
import * as messages from './messages';
import { AmendNoteDto, NoteHistoryQueryDto, NoteVersionDto, UnlockNoteDto } from './version.dto';
import { NoteVersionRepository, VersionRow } from './version.repository';

const PAGE_ROWS = 50;
/** Of signing, unlocking and amending together; an unlocking is never refused. */
const MOST_DEEDS = 500;
/** All of it is shown below the note: some thirty of the longest amendments, or hundreds of usual ones. */
const MOST_BYTES = 640 * 1024;
const DEEDS: Limit = { scope: 'session-note-deeds', max: 300, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** Signing closes a note: from then on it is amended, or unlocked with a reason. Every deed has its place in the note's history. */
@Injectable()
export class NoteVersionsService {
  constructor(
    private readonly works: Works,
    private readonly notes: NoteRepository,
    private readonly repository: NoteVersionRepository,
    private readonly reading: NoteReadingService,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /** One that is signed already stays as it is. @throws DomainError not_found; conflict when it changed since it was looked at */
  async sign(actor: Therapist, id: string, version: number | undefined): Promise<SessionNoteDetailDto> {
    await this.countDeed(actor.id);
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, id, work.tx));
      // Nothing was done but looking.
      if (note.signed_at) return work.recordRecurring(deed('read_note', id, [note.client_id]));
      assertSame(note, version);
      await this.assertRoom(work, id);
      await this.notes.setSigned(note, work.now(), note.version + 1, work.now(), work.tx);
      await this.addDeed(work, actor.id, note, 'signed');
      await work.record({ ...deed('sign_note', id, [note.client_id]), details: { version: note.version + 1 } });
    });
    return this.reading.detailOf(actor.id, id);
  }

  /** @throws DomainError not_found; rule when it is not signed; conflict when it changed since it was looked at */
  async unlock(actor: Therapist, id: string, { reason, version }: UnlockNoteDto): Promise<SessionNoteDetailDto> {
    await this.countDeed(actor.id);
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, id, work.tx));
      assertSigned(note);
      assertSame(note, version);
      await this.notes.setSigned(note, null, note.version + 1, work.now(), work.tx);
      await this.addDeed(work, actor.id, note, 'unlocked', reason);
      await work.record({ ...deed('unlock_note', id, [note.client_id]), details: { version: note.version + 1 } });
    });
    return this.reading.detailOf(actor.id, id);
  }

  /**
   * Adds to a signed note.
   * @param key the Idempotency-Key, if any: a repeat adds nothing
   * @throws DomainError not_found; rule when it is not signed; conflict when it changed since it was looked at
   */
  async amend(actor: Therapist, id: string, { text, version }: AmendNoteDto, key: string | undefined): Promise<SessionNoteDetailDto> {
    const repeat = this.repeats.of<{ amended: true }>(`POST /api/therapist/session-notes/${id}/amendments ${actor.id}`, key, { text });
    await this.countDeed(actor.id);
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, id, work.tx));
      if (await repeat?.earlierAnswer(work.tx)) return work.recordRecurring(deed('read_note', id, [note.client_id]));
      assertSigned(note);
      assertSame(note, version);
      await this.assertRoom(work, id);
      await this.notes.setVersion(note, note.version + 1, work.now(), work.tx);
      await this.addDeed(work, actor.id, note, 'amended', text);
      await work.record({ ...deed('amend_note', id, [note.client_id]), details: { version: note.version + 1 } });
      await repeat?.remember(work, { amended: true });
    });
    return this.reading.detailOf(actor.id, id);
  }

  /** Each is an entry of the log that stays for years. @throws DomainError too_many */
  private async countDeed(therapistId: string): Promise<void> {
    const wait = await this.limits.reserve([DEEDS, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.deedsTooOften, { retryAfterSeconds: wait });
  }

  /** Newest first, and no more than a megabyte of texts at a time. @throws DomainError not_found */
  async history(actor: Therapist, id: string, query: NoteHistoryQueryDto): Promise<Page<NoteVersionDto>> {
    const limit = query.limit ?? PAGE_ROWS;
    const note = assertKnown(await this.notes.findNote(actor.id, id));
    const { versions, hasMore } = await this.repository.listVersions(actor.id, id, readCursor(query.cursor), { rows: limit, bytes: SCREEN.bytes });
    const url = `${this.config.publicUrl}/api/therapist/enhanced-session-notes/${id}/history`;
    const last = hasMore ? versions.at(-1) : undefined;
    await this.works.recordRead(actor, deed('read_note_history', id, [note.client_id]));
    return { rows: versions.map(toVersionDto), link: last && linkAfter(url, query, { at: last.at, id: last.id }) };
  }

  private async assertRoom(work: Work, id: string): Promise<void> {
    const { deeds, bytes } = await this.repository.countDeeds(id, work.tx);
    if (deeds >= MOST_DEEDS || bytes >= MOST_BYTES) throw new DomainError('rule', messages.tooManyDeeds);
  }

  private addDeed(work: Work, actorId: string, note: WholeNoteRow, kind: VersionKind, remark?: string): Promise<void> {
    return this.repository.insertDeed(note, { version: note.version + 1, kind, at: work.now(), actorId, ...(remark !== undefined && { remark }) }, work.tx);
  }
}

function assertSigned({ signed_at }: WholeNoteRow): void {
  if (!signed_at) throw new DomainError('rule', messages.notSigned);
}

function assertSame(note: WholeNoteRow, version: number | undefined): void {
  if (version !== undefined && version !== note.version) throw new DomainError('conflict', messages.changedElsewhere);
}

function toVersionDto({ id, version, kind, title, content, tags, is_client_visible, is_private, remark, created_at }: VersionRow): NoteVersionDto {
  const reason = kind === 'unlocked' ? remark : null;
  return { id, version, kind, title, content, tags, is_client_visible, is_private, reason, amendment: kind === 'amended' ? remark : null, created_at: created_at.toISOString() };
}
