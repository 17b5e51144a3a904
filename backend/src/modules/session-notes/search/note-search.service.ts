import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Owner, Places } from '../../../common/limits/places';
import { withinTime } from '../../../common/process/within-time';
import * as messages from '../notes/messages';
import { NoteFilter, NotePlace, NoteRepository, OpenedTexts } from '../notes/note.repository';
import { NotePageRepository, textOfPage } from '../reading/page.repository';
import { BYTES_A_LOOK, foldedTexts, holdsAll, OpenedNotes, SearchableNote } from './opened-notes';
import { folded, searchWords } from '../../../common/search/search-words';

/** So many are fetched at a time, or so many bytes. */
const AT_A_TIME = 100;
const BYTES_AT_A_TIME = 1_000_000;
/** So many bytes are looked through before others get their turn: a few milliseconds. */
const BYTES_A_TURN = 100_000;
/** Words that are typed make a search with each pause. */
const SEARCHES: Limit = { scope: 'note-searches', max: 1_200, windowMs: 3_600_000 };
/** The next page goes on behind what was looked through by then: nobody's place is held for longer. */
const SEARCH_MS = 5_000;
/** Searches take nothing of what everybody reads in, and less of the process than that. */
const LINE = { atWork: 4, waiting: 60, ofOne: 4, longestMs: 60_000, full: messages.manySearch };
/** Each of them holds a connection for a moment. */
const AHEAD = 2;
/** Nobody waits for what is opened beforehand: everybody else's work comes in between. */
const BEFOREHAND_PAUSE_MS = 5;

/** What is looked for. */
export interface NoteQuestion extends NoteFilter {
  q: string | undefined;
  tag: string | undefined;
}

/** What a search came to. */
export interface FoundNotes {
  /** Newest first. */
  places: NotePlace[];
  /** Where it was cut for the time it took, with fewer than were asked for: older notes were not looked at. */
  cutAt: NotePlace | undefined;
}

/**
 * Search over notes, and what was read of their files, that are encrypted at rest. There is no index: words that stand in a database, hashed or not, tell whoever copies it how
 * often each occurs and which notes share them, which is enough to guess what they are about. Instead the process opens the therapist's notes, one
 * batch after the other, and looks through them; what it opened stays in its memory for ten minutes ({@link OpenedNotes}), so that the next
 * search is quick. Opening tens of thousands takes seconds, so it begins when a long list of notes is looked at, before anybody has typed.
 *
 * What that leaks: nothing at rest, neither in the database nor in a backup. The database sees that all notes of a therapist are fetched and
 * which of them are shown; who can measure the time of an answer learns about how many notes there are; who can read the memory of the
 * process reads, for ten minutes after a search or a look at a list of more than a page, all notes of that therapist and not only those on the screen. The words of a search are in
 * the address that the browser asks for, and in no log.
 */
@Injectable()
export class NoteSearchService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('note search');
  /** One therapist's at a time; until the notes are open, or a search of theirs is in a hurry. */
  private beforehand: { therapistId: string; hurry: boolean; ended: Promise<void> } | undefined;
  private closed = false;
  private readonly line = new Places(LINE);

  constructor(
    private readonly repository: NoteRepository,
    private readonly pages: NotePageRepository,
    private readonly opened: OpenedNotes,
    private readonly limits: Limits,
  ) {}

  /**
   * Waits in a line of its own; one search of a therapist at a time. @param gone aborted when nobody waits for it any more
   * @returns the first of the notes that match, `atMost` of them, or those that were found within some seconds
   * @throws DomainError too_many; invalid for who is gone
   */
  search(therapist: Owner, question: NoteQuestion, atMost: number, gone: AbortSignal): Promise<FoundNotes> {
    return this.line.take(therapist, gone, async () => {
      const wait = await this.limits.reserve([SEARCHES, therapist.id]);
      if (wait > 0) throw new DomainError('too_many', messages.searchedTooOften, { retryAfterSeconds: wait });
      const until = performance.now() + SEARCH_MS;
      // What is opened for them already is not opened twice.
      if (this.beforehand?.therapistId === therapist.id) {
        this.beforehand.hurry = true;
        await withinTime(SEARCH_MS, this.beforehand.ended).catch(() => undefined);
      }
      return this.lookThrough(therapist.id, question, atMost, () => gone.aborted || performance.now() > until);
    });
  }

  /** Opens a therapist's notes, since a search is likely to follow. Does nothing while another one's are being opened, or these are open. */
  openBeforehand(therapistId: string): void {
    if (this.beforehand !== undefined || this.closed || this.opened.isOpen(therapistId)) return;
    const task = { therapistId, hurry: false, ended: Promise.resolve() };
    this.beforehand = task;
    task.ended = this.openAll(task)
      .catch((error: unknown) => this.logger.warn(`notes could not be opened beforehand: ${String(error)}`))
      .finally(() => (this.beforehand = undefined));
  }

  /** A connection that closes under it helps nobody. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    await this.beforehand?.ended;
  }

  private async openAll(task: { therapistId: string; hurry: boolean }): Promise<void> {
    const { therapistId } = task;
    this.opened.use(therapistId);
    const places = await this.repository.listPlaces(therapistId, { clientId: undefined, bookingId: undefined, after: undefined });
    for (const batch of inBatches(places)) {
      if (this.closed || !this.opened.hasRoom(therapistId)) return;
      await this.fetch(therapistId, batch);
      if (!task.hurry) await pause(BEFOREHAND_PAUSE_MS);
    }
  }

  private async lookThrough(therapistId: string, question: NoteQuestion, atMost: number, isCut: () => boolean): Promise<FoundNotes> {
    const words = searchWords(question.q ?? '').map((word) => Buffer.from(word));
    const tag = question.tag === undefined ? undefined : folded(question.tag);
    let looked = 0;
    const matches = async ({ text, tags }: SearchableNote): Promise<boolean> => {
      if (tag !== undefined && !tags.includes(tag)) return false;
      if (text.length > BYTES_A_LOOK) return holdsAll(text, words);
      looked += text.length * words.length;
      if (looked > BYTES_A_LOOK) {
        looked = 0;
        await nextTurn();
      }
      return words.every((word) => text.includes(word));
    };
    this.opened.use(therapistId);
    const places = await this.repository.listPlaces(therapistId, question);
    const batches = inBatches(places);
    const found: NotePlace[] = [];
    // The database works on the next batches while this one is looked through.
    const ahead: Promise<Map<string, SearchableNote>>[] = [];
    for (const [index, batch] of batches.entries()) {
      for (const next of batches.slice(index + ahead.length, index + AHEAD)) {
        const fetched = this.fetch(therapistId, next);
        fetched.catch(() => undefined);
        ahead.push(fetched);
      }
      const notes = await ahead.shift();
      for (const place of batch) {
        const note = notes?.get(place.id);
        if (note && (await matches(note))) found.push(place);
        if (found.length === atMost) return { places: found, cutAt: undefined };
      }
      if (index < batches.length - 1 && isCut()) return { places: found, cutAt: batch.at(-1) };
    }
    return { places: found, cutAt: undefined };
  }

  private async fetch(therapistId: string, places: readonly NotePlace[]): Promise<Map<string, SearchableNote>> {
    const notes = new Map<string, SearchableNote>();
    const missing: string[] = [];
    for (const { id, mark } of places) {
      const known = this.opened.find(therapistId, id, mark);
      if (known) notes.set(id, known);
      else missing.push(id);
    }
    if (missing.length === 0) return notes;
    let bytes = 0;
    // The marks first: what changes between the two is looked up again with the next search.
    const texts = await this.repository.listTexts(therapistId, missing);
    const pages = await this.pagesOf(therapistId, texts);
    for (const { id, mark, texts: said } of texts) {
      if (!said) continue;
      const ofFiles = pages.get(id);
      const note = this.opened.keep(therapistId, id, mark, said, ofFiles && (await foldedTexts(said, ofFiles)));
      notes.set(id, note);
      bytes += note.text.length;
      if (bytes < BYTES_A_TURN) continue;
      bytes = 0;
      await nextTurn();
    }
    await nextTurn();
    return notes;
  }

  /** What was read of their files, by note; a correction stands for what it corrects. */
  private async pagesOf(therapistId: string, notes: readonly OpenedTexts[]): Promise<Map<string, string[]>> {
    const withFiles = notes.filter(({ mark }) => mark.includes(' ')).map(({ id }) => id);
    const texts = new Map<string, string[]>();
    if (withFiles.length === 0) return texts;
    for (const page of await this.pages.listPagesOfNotes(therapistId, withFiles)) {
      const others = texts.get(page.note_id);
      if (others) others.push(textOfPage(page));
      else texts.set(page.note_id, [textOfPage(page)]);
    }
    return texts;
  }
}

function inBatches(places: readonly NotePlace[]): NotePlace[][] {
  const batches: NotePlace[][] = [];
  let bytes = 0;
  for (const place of places) {
    const last = batches.at(-1);
    if (last && last.length < AT_A_TIME && bytes + place.bytes <= BYTES_AT_A_TIME) last.push(place);
    else {
      batches.push([place]);
      bytes = 0;
    }
    bytes += place.bytes;
  }
  return batches;
}
