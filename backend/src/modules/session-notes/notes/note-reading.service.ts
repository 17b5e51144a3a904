import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { utcTime } from '../../../common/http/record-page';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { linkAfter, Page, pageOf, readCursor } from '../../../common/paging/paging';
import { folded } from '../../../common/search/search-words';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import type { CopiedEntryDto } from '../../clients/copies/client-copy.dto';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import { NoteFileRepository } from '../files/file.repository';
import { toFileDto } from '../files/file.mapper';
import { FileTextsService } from '../reading/file-texts.service';
import { FoundNotes, NoteSearchService } from '../search/note-search.service';
import { NoteVersionRepository } from '../versions/version.repository';
import * as messages from './messages';
import { assertKnown, deed } from './note-deeds';
import { LastNoteDto, LastNoteQueryDto, NoteListQueryDto, SessionNoteDetailDto, SessionNoteDto, SessionNoteSummaryDto, TagCountDto } from './note.dto';
import { toNoteDto, toSummaryDto } from './note.mapper';
import { ListedNote, NoteListRepository } from './note-list.repository';
import { isKept, NoteFilter, NoteRepository, NoteRow } from './note.repository';

const MAX_ROWS = 100;
/** In memory while a copy of a record is on its way. */
const COPIED_AT_ONCE = 20;
const MOST_TAGS = 200;
const MOST_COUNTED_TAGS = 2_000;
/** In this process alone, so that a look costs no more. */
const LISTS: Limit = { scope: 'note-lists', max: 1_200, windowMs: 3_600_000 };
/** Every note's tags are opened for it. */
const TAG_LISTS: Limit = { scope: 'note-tag-lists', max: 600, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** A therapist's notes as they are looked at: as a list, by words, by tag, one by one. */
@Injectable()
export class NoteReadingService {
  constructor(
    private readonly works: Works,
    private readonly repository: NoteRepository,
    private readonly listed: NoteListRepository,
    private readonly versions: NoteVersionRepository,
    private readonly files: NoteFileRepository,
    private readonly fileTexts: FileTextsService,
    private readonly search: NoteSearchService,
    private readonly limits: Limits,
    private readonly config: AppConfig,
  ) {}

  /**
   * Looks for the words and the tag that a list is asked for, for as long as there is time; call it without a place among everybody's reads.
   * @param gone aborted when nobody waits for it any more @throws DomainError too_many
   */
  async look(actor: Therapist, query: NoteListQueryDto, gone: AbortSignal): Promise<FoundNotes> {
    return this.search.search(actor, { ...filterOf(query), q: query.q, tag: query.tag }, limitOf(query) + 1, gone);
  }

  /**
   * Newest first. Whose record was on the page is in the activity log, in one entry for the page.
   * @param looked {@link look} @returns a link for what follows, also where the search was cut: it goes on there @throws DomainError too_many
   */
  async list(actor: Therapist, query: NoteListQueryDto, looked: FoundNotes | undefined): Promise<Page<SessionNoteSummaryDto>> {
    if (!this.limits.takeHere(LISTS, actor.id)) throw new DomainError('too_many', messages.listedTooOften, { retryAfterSeconds: this.limits.secondsHere(LISTS, actor.id) });
    const limit = limitOf(query);
    // Notes of before there were beginnings are opened whole: one page at a time for each therapist and each connection.
    const found = await this.limits.inTurn([`note lists of ${connectionOf(actor.address)}`, `note list ${actor.id}`], () => this.find(actor.id, query, limit + 1, looked));
    const url = `${this.config.publicUrl}/api/therapist/enhanced-session-notes`;
    if (query.cursor === undefined && found.length > MAX_ROWS) this.search.openBeforehand(actor.id);
    const { rows, link } = pageOf(found, limit, url, query, ({ at, id }) => ({ at, id }));
    const clientIds = rows.flatMap(({ client_id }) => client_id ?? []);
    if (rows.length > 0) await this.works.recordRead(actor, { action: 'read_notes', subjectType: 'therapist', subjectId: actor.id, clientIds });
    return { rows: rows.map(toSummaryDto), link: looked?.cutAt ? linkAfter(url, query, looked.cutAt) : link };
  }

  /** All there are; never counted from a list that is capped. */
  count(therapistId: string): Promise<number> {
    return this.repository.countNotes(therapistId);
  }

  /** The tags that are used most, at most 200. @throws DomainError too_many */
  async tags(therapistId: string): Promise<TagCountDto[]> {
    const wait = await this.limits.reserve([TAG_LISTS, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.tagsTooOften, { retryAfterSeconds: wait });
    const counts = await this.limits.inTurn([`note tags ${therapistId}`], () => this.countTags(therapistId));
    // Once for each: an Intl.Collator puts the marks of both in order anew in each comparison.
    const keyed = [...counts].map(([tag, count]) => ({ tag, count, key: folded(tag) }));
    const inOrder = keyed.sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : Number(a.key > b.key)));
    return inOrder.slice(0, MOST_TAGS).map(({ tag, count }) => ({ tag, count }));
  }

  /** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
  async show(actor: Therapist, id: string): Promise<SessionNoteDetailDto> {
    const detail = await this.detailOf(actor.id, id);
    await this.works.recordRead(actor, deed('read_note', id, [detail.session_note.client_id]));
    return detail;
  }

  /** The newest note about a client, to begin the next one with. @throws DomainError invalid; not_found when there is none */
  async last(actor: Therapist, { client_id: clientId, booking_id: bookingId, except }: LastNoteQueryDto): Promise<LastNoteDto> {
    if ((clientId === undefined) === (bookingId === undefined)) throw new DomainError('invalid', messages.whoseLast, { errors: [{ field: 'client_id', message: messages.whoseLast }] });
    const note = await this.repository.findLast(actor.id, { clientId, bookingId, except });
    if (!note) throw new DomainError('not_found', messages.noLast);
    await this.works.recordRead(actor, deed('read_note', note.id, [note.client_id]));
    return { id: note.id, title: note.title, content: note.content, created_at: note.created_at.toISOString() };
  }

  /** Without an entry in the log: for whoever has just written it. */
  async noteOf(therapistId: string, id: string): Promise<SessionNoteDto> {
    return toNoteDto(assertKnown(await this.repository.findNote(therapistId, id)));
  }

  /** {@link noteOf}, with what belongs to it. */
  async detailOf(therapistId: string, id: string): Promise<SessionNoteDetailDto> {
    const session_note = await this.noteOf(therapistId, id);
    const amendments = await this.versions.listAmendments(therapistId, id);
    const files = await this.files.listFiles(therapistId, id);
    const texts = await this.fileTexts.textsOf(therapistId, id);
    return {
      session_note,
      files: files.map((file) => toFileDto(file, texts.get(file.id))),
      amendments: amendments.map(({ id: amendmentId, version, remark, created_at }) => ({ id: amendmentId, version, text: remark ?? messages.unopened, created_at: created_at.toISOString() })),
    };
  }

  /** For the copy of a client's record. What is private stays with its therapist, and how much that is is said. */
  @TellsOfClient(4, 'Session notes')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    let kept = 0;
    let page: NoteRow[] = [];
    do {
      page = await this.repository.listNotes(therapistId, { clientId, bookingId: undefined, after: page.at(-1) }, COPIED_AT_ONCE, messages.unopened);
      for (const note of page) {
        if (isKept(note)) kept += 1;
        else yield await this.copied(therapistId, note);
      }
    } while (page.length === COPIED_AT_ONCE);
    return kept > 0 ? messages.keptOut(kept) : undefined;
  }

  private async copied(therapistId: string, note: NoteRow): Promise<CopiedEntryDto> {
    const [amendments, files] = [await this.versions.listAmendments(therapistId, note.id), await this.files.listFiles(therapistId, note.id)];
    const texts = files.length > 0 ? await this.fileTexts.wholeTextsOf(therapistId, [note.id]) : new Map<string, string>();
    return {
      id: note.id,
      title: note.title,
      about: [`Written ${utcTime(note.created_at.toISOString())}`, note.signed_at && `signed ${utcTime(note.signed_at.toISOString())}`, note.is_client_visible && 'visible to the client', ...note.tags.map((tag) => `#${tag}`)].filter(Boolean).join(', '),
      text: note.content,
      facts: [
        ...(note.summary === null ? [] : [{ label: 'Accepted summary', value: note.summary }]),
        ...amendments.map(({ created_at, remark }) => ({ label: `Amendment of ${utcTime(created_at.toISOString())}`, value: remark ?? messages.unopened })),
        ...files.map(({ id, filename }) => ({ label: `File ${filename}`, value: texts.get(id) ?? '' })),
      ],
    };
  }

  private async countTags(therapistId: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const tags of this.repository.listTags(therapistId)) {
      // Those of the newest notes, where somebody has made up more than anybody could choose from.
      for (const tag of tags) if (counts.has(tag) || counts.size < MOST_COUNTED_TAGS) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    return counts;
  }

  private async find(therapistId: string, query: NoteListQueryDto, limit: number, looked: FoundNotes | undefined): Promise<ListedNote[]> {
    if (!looked) return this.listed.listNotes(therapistId, filterOf(query), limit, messages.unopened);
    return looked.places.length === 0 ? [] : this.listed.listFound(therapistId, looked.places.map(({ id }) => id), messages.unopened);
  }
}

const limitOf = ({ limit }: NoteListQueryDto): number => limit ?? MAX_ROWS;

function filterOf({ client_id: clientId, booking_id: bookingId, cursor }: NoteListQueryDto): NoteFilter {
  return { clientId, bookingId, after: readCursor(cursor) };
}
