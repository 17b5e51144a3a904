import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Turns } from '../../../common/jobs/turns';
import { Limit, Limits } from '../../../common/limits/limits';
import { Places } from '../../../common/limits/places';
import { Works } from '../../../common/work/work';
import { FileRefused, PagePicture, ReaderAway } from '../../../integrations/ocr/page-text';
import { fileDeed } from '../notes/note-deeds';
import { NoteFileContents } from './file-contents.service';
import { PageDrawer } from './file-inspection';
import { kept, NoteFilesService } from './files.service';
import * as messages from './messages';

/** Enough to read small handwriting when it is zoomed. */
const LONGEST_SIDE = 2_400;
const DRAWS: Limit = { scope: 'note-page-draws', max: 600, windowMs: 3_600_000 };
/** One page holds the drawer for seconds: whose pages do that again and again leaves it to the others for a while. */
const SLOW_PAGES: Limit = { scope: 'note-page-slow', max: 5, windowMs: 3_600_000 };
/** Pages that the drawer works at for longer than this are few in an honest record. */
const HEAVY_MS = 1_500;
/** Seconds that it works at them for one therapist. */
const HEAVY_SECONDS: Limit = { scope: 'note-page-heavy', max: 60, windowMs: 3_600_000 };
/** Who has had a heavy page more is no different. */
const ALIKE_MS = 5_000;
const TRIED_AGAIN_MS = 24 * 3_600_000;
/** A page that fails once may have met a busy machine. */
const TRIES = 2;
const MOST_NOT_SHOWN = 10_000;

/** Which page is meant. */
interface PagePlace {
  noteId: string;
  fileId: string;
  page: number;
}

/** The pages of a file as they are looked at: drawn by a process of its own, never what somebody sent. */
@Injectable()
export class NoteFilePagesService {
  /** For how long the drawer worked at heavy pages of each therapist. */
  private readonly heavy = new Turns(ALIKE_MS);
  /** One page at a time, those of therapists in turn, whose pages are heavy last: a drawn page may take 100 MB. */
  private readonly places = new Places({ atWork: 1, waiting: 100, ofOne: 3, longestMs: 60_000, lessFirst: this.heavy, full: messages.pagesWait });
  /** Pages that took too long, and when: they are not tried again and again. Longest ago first. */
  private readonly notShown = new Map<string, { at: number; times: number }>();

  constructor(
    private readonly works: Works,
    private readonly files: NoteFilesService,
    private readonly contents: NoteFileContents,
    private readonly drawer: PageDrawer,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param gone aborted when nobody waits for the page any more
   * @throws DomainError not_found; conflict or rule for a file that cannot be shown; too_many; unavailable while the storage is away
   */
  async draw(actor: Actor & { id: string }, { noteId, fileId, page }: PagePlace, gone: AbortSignal): Promise<PagePicture> {
    const { note, file } = await this.files.find(actor.id, noteId, fileId);
    if (page < 1 || page > (file.page_count ?? 1)) throw new DomainError('not_found', messages.noSuchPage);
    this.assertTriable(fileId, page);
    const wait = await this.limits.reserve([DRAWS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.drawnTooOften, { retryAfterSeconds: wait });
    const rest = Math.max(this.limits.secondsHere(SLOW_PAGES, actor.id), this.limits.secondsHere(HEAVY_SECONDS, actor.id));
    if (rest > 0) throw new DomainError('too_many', messages.drawnTooOften, { retryAfterSeconds: rest });
    const readable = { id: file.id, mediaType: file.media_type, content: () => kept(this.contents.read(file)) };
    const picture = await this.places.take(actor, gone, async () => {
      this.assertTriable(fileId, page);
      const began = performance.now();
      const drawing = this.drawer.drawPage(readable, page, LONGEST_SIDE).finally(() => this.countHeavy(actor.id, performance.now() - began));
      return drawing.catch((error: unknown) => this.refuse(error, actor.id, fileId, page));
    });
    await this.works.recordRead(actor, fileDeed('read_note_file', note, fileId));
    return picture;
  }

  private countHeavy(therapistId: string, ms: number): void {
    if (ms <= HEAVY_MS) return;
    this.heavy.count(therapistId, ms, performance.now());
    for (let seconds = 0; seconds < ms / 1_000; seconds += 1) this.limits.takeHere(HEAVY_SECONDS, therapistId);
  }

  private assertTriable(fileId: string, page: number): void {
    const tried = this.notShown.get(`${fileId} ${page}`);
    if (tried && tried.times >= TRIES && this.clock.now().getTime() - tried.at < TRIED_AGAIN_MS) throw new DomainError('rule', messages.notShown);
  }

  private refuse(error: unknown, therapistId: string, fileId: string, page: number): never {
    if (error instanceof FileRefused && error.reason === 'effort') {
      this.limits.takeHere(SLOW_PAGES, therapistId);
      const key = `${fileId} ${page}`;
      const times = (this.notShown.get(key)?.times ?? 0) + 1;
      this.notShown.delete(key);
      this.notShown.set(key, { at: this.clock.now().getTime(), times });
      const [oldest] = this.notShown.keys();
      if (oldest !== undefined && this.notShown.size > MOST_NOT_SHOWN) this.notShown.delete(oldest);
      throw new DomainError('rule', messages.notShown);
    }
    if (error instanceof FileRefused) throw new DomainError('rule', messages.REASONS[error.reason] ?? messages.unreadable);
    throw error instanceof ReaderAway ? new DomainError('too_many', messages.pagesWait, { retryAfterSeconds: 2 }) : error;
  }
}
