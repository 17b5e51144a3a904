import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../../common/database/database';
import type { Work } from '../../../common/work/work';
import { isKept, NoteRepository, WholeNoteRow } from '../notes/note.repository';
import type { FileToRead } from '../reading/page.repository';
import { AnalysedTexts } from './analysed-texts';
import { analyseFile } from './analysis.jobs';
import { AnalysisRepository } from './analysis.repository';

/** What was just read is analysed next, as a draft that waits for its therapist; not of a private note. */
@Injectable()
export class AnalysesOfReadFiles {
  constructor(
    private readonly notes: NoteRepository,
    private readonly texts: AnalysedTexts,
    private readonly repository: AnalysisRepository,
  ) {}

  /** Before the file's row is held: who deletes the note holds them in this order. @returns undefined where there is nothing to analyse */
  async hold({ note_id, therapist_id }: Pick<FileToRead, 'note_id' | 'therapist_id'>, on: Queryable): Promise<WholeNoteRow | undefined> {
    const note = await this.notes.lockNote(therapist_id, note_id, on);
    return !note || note === 'closed' || isKept(note) ? undefined : note;
  }

  /** Not for a file that says nothing. */
  async begin(work: Work, note: WholeNoteRow, file_id: string): Promise<void> {
    const read = await this.texts.of(note, file_id, work.tx);
    if (!read || read.isEmpty) return;
    const id = await this.repository.insertDraft({ note_id: note.id, file_id, therapist_id: note.therapist_id }, work.now(), work.tx);
    await work.enqueue(analyseFile, { analysis_id: id });
  }
}
