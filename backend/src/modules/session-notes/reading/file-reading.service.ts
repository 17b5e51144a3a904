import { Injectable, Logger } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Handles, NotYet } from '../../../common/jobs/job';
import { InLine, Turns } from '../../../common/jobs/turns';
import { Works } from '../../../common/work/work';
import { PageReader, ReadableFile } from '../../../integrations/ocr/page-reader';
import { FileRefusal, FileRefused } from '../../../integrations/ocr/page-text';
import { AnalysesOfReadFiles } from '../analyses/read-files';
import { LostFile, NoteFileContents } from '../files/file-contents.service';
import { FileToRead, NotePageRepository } from './page.repository';
import { PageVision } from './page-vision';
import { readNoteFile } from './reading.jobs';

/** A page that was begun so often kills whoever reads it, or somebody kills them: another try helps nobody. */
const MOST_TRIES = 8;
/** A page of a file that is recognised takes some seconds. */
const ALIKE_MS = 20_000;

/** Why a file could not be read: what the reading refuses, an object that is gone, a page whose reading never came to an end. */
type ReadingFailure = FileRefusal | 'lost' | 'interrupted';

/**
 * Reads files page by page, and has them analysed then. A page is saved as soon as it is read, so whoever takes over after a crash goes on with the first one that is not;
 * whatever happens, a file ends as completed or with the reason why not.
 */
@Injectable()
export class FileReadingService {
  private readonly logger = new Logger('reading');
  private readonly turns = new Turns(ALIKE_MS);
  /** For one file at a time; then others come, and it goes on at the end of the line. */
  protected readonly turnMs: number = 20_000;

  constructor(
    private readonly pages: NotePageRepository,
    private readonly reader: PageReader,
    private readonly vision: PageVision,
    private readonly contents: NoteFileContents,
    private readonly clock: Clock,
    private readonly works: Works,
    private readonly analyses: AnalysesOfReadFiles,
  ) {}

  /** @throws NotYet while others go first */
  @Handles(readNoteFile)
  async read({ file_id }: { file_id: string }): Promise<void> {
    let readable: ReadableFile | undefined;
    let turn: InLine | undefined;
    const begun = performance.now();
    try {
      for (;;) {
        const file = await this.pages.findFile(file_id);
        if (file?.processing_status !== 'processing') return;
        if (file.page_count !== null && file.next_page > file.page_count) return await this.end(file, null);
        if (readable && performance.now() - begun >= this.turnMs) return await this.goOnLater(file_id);
        turn ??= await this.turnOf(file);
        const going = (readable ??= this.readable(file));
        const failure = await this.turns.during(turn, () => this.readNext(file, going));
        if (failure) return await this.end(file, failure);
      }
    } finally {
      if (readable) await this.reader.close(readable);
    }
  }

  private async turnOf({ id, therapist_id }: FileToRead): Promise<InLine> {
    const line = await this.pages.listWaiting();
    const mine = line.find(({ whose }) => whose === therapist_id) ?? { whose: therapist_id, goes_first: false };
    const waitMs = this.turns.putOffMs(id, mine, line, performance.now());
    if (waitMs > 0) throw new NotYet(waitMs);
    return mine;
  }

  private async goOnLater(file_id: string): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueue(readNoteFile, { file_id }));
  }

  /** @returns why the file cannot be read */
  private async readNext(file: FileToRead, readable: ReadableFile): Promise<ReadingFailure | undefined> {
    const tries = await this.pages.beginPage(file.id, file.next_page);
    if (tries === undefined) return undefined;
    if (tries > MOST_TRIES) return 'interrupted';
    try {
      if (file.page_count === null) await this.pages.setPageCount(file.id, await this.reader.countPages(readable), this.clock.now());
      const seen = await this.vision.read(file, readable, file.next_page);
      const read = 'not' in seen ? await this.reader.readPage(readable, file.next_page) : seen;
      const insteadOfVision = 'not' in seen && read.engine !== 'text-layer' ? seen.not : null;
      await this.pages.savePage(file, file.next_page, { ...read, insteadOfVision }, this.clock.now());
      return undefined;
    } catch (error) {
      if (error instanceof FileRefused) return error.reason;
      // One that was deleted meanwhile is not looked at any more, and nothing is written of it.
      if (error instanceof LostFile) return 'lost';
      throw error;
    }
  }

  private async end(file: FileToRead, failure: ReadingFailure | null): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const note = failure === null ? await this.analyses.hold(file, work.tx) : undefined;
      const ended = await this.pages.endReading(file.id, failure, work.now(), work.tx);
      if (ended && note) await this.analyses.begin(work, note, file.id);
    });
    if (failure) this.logger.warn(`a file of ${file.page_count ?? 'unknown'} pages could not be read: ${failure}`);
  }

  private readable(file: FileToRead): ReadableFile {
    return { id: file.id, mediaType: file.media_type, content: () => this.contents.read(file) };
  }
}
