import { Injectable } from '@nestjs/common';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { SEALING_ANEW } from '../../../common/crypto/sealed';
import { DomainError } from '../../../common/errors/domain-error';
import { linkAfter, Page, readCursor, writeCursor } from '../../../common/paging/paging';
import { OnEvent, type Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { OWN_PAGE, OwnListQueryDto } from '../../clients/strangers/own-reads.dto';
import { Begun, FIRST_PAGE, OwnReadsService } from '../../clients/strangers/own-reads.service';
import { newestOfStrangers, type OwnCopy } from '../../clients/strangers/strangers.service';
import { ClientsService } from '../../clients/persons/persons.service';
import { RecordsMoved } from '../../clients/persons/person.events';
import * as messages from '../notes/messages';
import { deed } from '../notes/note-deeds';
import { ClientNoteBeginningDto, ClientSessionNoteDto } from './shared-note.dto';
import { SharedNoteRepository, VisibleBeginning, VisibleSessionNote } from './shared-note.repository';

/** What clients see of their therapists' notes. */
@Injectable()
export class SharedNotesService {
  constructor(
    private readonly repository: SharedNoteRepository,
    private readonly clients: ClientsService,
    private readonly reads: OwnReadsService,
    private readonly config: AppConfig,
  ) {}

  /** What a client's first page shows: the beginnings of the newest, and how many there are. @param proven otherwise the number alone */
  async newestFor(clientId: string, proven: boolean): Promise<Begun<ClientNoteBeginningDto>> {
    const own = await this.clients.recordsOf(clientId);
    const { total, confirmed } = await this.repository.countVisible(own);
    if (!proven || total === 0) return { count: total, older: null, entries: [] };
    const newest = await this.repository.listNewest(own, FIRST_PAGE);
    // What is not as its therapist saved it is not shown, and where it is seen not counted either.
    return { count: total - (newest.rows - newest.notes.length), older: newest.last && confirmed > newest.confirmed ? writeCursor(newest.last) : null, entries: newest.notes.map(toBeginning) };
  }

  /** The beginnings of all notes of practices that the client has confirmed, newest first. @throws DomainError forbidden without a fresh proof; too_many */
  listFor(user: CurrentUserData, actor: Actor, query: OwnListQueryDto): Promise<Page<ClientNoteBeginningDto>> {
    const { limit = OWN_PAGE, cursor } = query;
    return this.reads.open(user, actor, { action: 'view_dashboard', subjectType: 'client', subjectId: user.id, clientIds: [user.id] }, async () => {
      const { notes, next } = await this.repository.listPage(await this.clients.recordsOf(user.id), readCursor(cursor), limit);
      return { rows: notes.map(toBeginning), link: next && linkAfter(`${this.config.publicUrl}/api/client/session-notes`, { limit }, next) };
    });
  }

  /** One, whole. @throws DomainError forbidden without a fresh proof; too_many; not_found for what is not shown to this client */
  show(user: CurrentUserData, actor: Actor, id: string): Promise<ClientSessionNoteDto> {
    return this.reads.open(user, actor, deed('read_note', id, [user.id]), async () => {
      const [note] = await this.repository.listAmong(await this.clients.recordsOf(user.id), [id]);
      if (!note) throw new DomainError('not_found', messages.noSuchNote);
      return toSharedNote(note);
    });
  }

  /** What a client may read, for their own copy of the record: all there is, but the newest alone of a practice that they never confirmed. */
  async *copyFor(clientId: string): OwnCopy<ClientSessionNoteDto> {
    const own = await this.clients.recordsOf(clientId);
    return yield* newestOfStrangers(await this.repository.listPlaces(own), 'notes', async (ids) => (await this.repository.listAmong(own, ids)).map(toSharedNote));
  }

  /** When two persons turn out to be one, their notes follow, signed ones too. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await work.tx.query(SEALING_ANEW);
    await this.repository.reassign(fromId, intoId, therapistId, work.tx);
  }
}

function toBeginning({ is_whole, ...note }: VisibleBeginning): ClientNoteBeginningDto {
  return { ...toSharedNote(note), is_whole };
}

function toSharedNote({ id, heading, content, created_at, therapist_id, therapist_name, practice_confirmed }: VisibleSessionNote): ClientSessionNoteDto {
  return {
    id,
    session_summary: heading,
    client_visible_notes: content,
    created_at: created_at.toISOString(),
    therapist_id,
    therapist_name,
    practice_confirmed,
  };
}
