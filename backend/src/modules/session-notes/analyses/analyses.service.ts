import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Activity, Work, Works } from '../../../common/work/work';
import { FileRow, NoteFileRepository } from '../files/file.repository';
import * as fileMessages from '../files/messages';
import { assertKnown, deed, fileDeed } from '../notes/note-deeds';
import { isKept, NoteRepository, WholeNoteRow } from '../notes/note.repository';
import { AnalysedText } from './analysed-text';
import { AnalysedTexts } from './analysed-texts';
import { AcceptAnalysisDto, NoteAnalysesDto } from './analysis.dto';
import { analyseFile, analyseNote } from './analysis.jobs';
import { isStale, isUnderWay, summaryOf, toAnalysisDto } from './analysis.mapper';
import { AnalysisRepository, AnalysisRow } from './analysis.repository';
import * as messages from './messages';
import { TextAnalysisService } from './text-analysis.service';

/** Of one therapist; the language model has a daily limit beside it. */
const STARTS: Limit = { scope: 'session-note-analyses', max: 120, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** What is analysed: a note's own text, or one of its files. */
export interface AnalysedPlace {
  noteId: string;
  /** Null: the note's own text. */
  fileId: string | null;
}

/** The same, found. */
interface Subject {
  note: WholeNoteRow;
  fileId: string | null;
  /** Undefined where what was read of the file does not open. */
  read: AnalysedText | undefined;
  /** Why it cannot be analysed. */
  refused: string | null;
}

/** What engines make of a therapist's notes and their files: asked for, looked at, accepted or dismissed. The texts stay what they are. */
@Injectable()
export class AnalysesService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly notes: NoteRepository,
    private readonly files: NoteFileRepository,
    private readonly texts: AnalysedTexts,
    private readonly repository: AnalysisRepository,
    private readonly analysis: TextAnalysisService,
    private readonly limits: Limits,
  ) {}

  /**
   * Asks for an analysis, unless one is under way; a draft that was there is replaced.
   * @throws DomainError not_found; rule for a private or an empty note, and for a file that is not read; too_many
   */
  async start(actor: Therapist, place: AnalysedPlace): Promise<NoteAnalysesDto> {
    const wait = await this.limits.reserve([STARTS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const subject = await this.lock(work, actor.id, place);
      if (subject.refused !== null) throw new DomainError('rule', subject.refused);
      const { noteId: note_id, fileId: file_id } = place;
      const { draft } = await this.repository.find(actor.id, note_id, file_id, work.tx);
      if (draft && isUnderWay(draft, work.now())) return work.recordRecurring(deedOf('read', subject));
      const id = await this.repository.insertDraft({ note_id, file_id, therapist_id: actor.id }, work.now(), work.tx);
      await work.enqueue(file_id === null ? analyseNote : analyseFile, { analysis_id: id });
      await work.record(deedOf('analyse', subject));
    });
    return this.stateOf(actor.id, place);
  }

  /** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
  async show(actor: Therapist, place: AnalysedPlace): Promise<NoteAnalysesDto> {
    const subject = await this.find(actor.id, place);
    const state = await this.describe(subject);
    await this.works.recordRead(actor, deedOf('read', subject));
    return state;
  }

  /**
   * The draft's summary, or the therapist's wording of it, becomes the note's or the file's. It is none of the texts that a signature is about.
   * @throws DomainError not_found; rule for a private note; conflict while it is not finished, or after the text was changed
   */
  async accept(actor: Therapist, place: AnalysedPlace, { analysis_id, summary }: AcceptAnalysisDto): Promise<NoteAnalysesDto> {
    await this.works.begin(actor, async (work) => {
      const subject = await this.lock(work, actor.id, place);
      const { note, fileId } = subject;
      messages.refusePrivate(isKept(note));
      const { draft, accepted } = await this.repository.find(actor.id, note.id, fileId, work.tx);
      if (accepted?.id === analysis_id) return work.recordRecurring(deedOf('read', subject));
      const wanted = readyDraft(draft, analysis_id);
      if (isStale(wanted, subject.read?.digest)) throw new DomainError('conflict', fileId === null ? messages.noteChanged : messages.fileChanged);
      const text = summary ?? summaryOf(wanted);
      if (text === '') throw new DomainError('invalid', messages.summaryRequired, { errors: [{ field: 'summary', message: messages.summaryRequired }] });
      await this.repository.accept(wanted, text, work.now(), work.tx);
      if (fileId === null) await this.notes.setSummary(note, text, work.tx);
      await work.record(deedOf('accept', subject));
    });
    return this.stateOf(actor.id, place);
  }

  /** The draft goes; what was accepted stays. @throws DomainError not_found */
  async dismiss(actor: Therapist, place: AnalysedPlace): Promise<NoteAnalysesDto> {
    await this.works.begin(actor, async (work) => {
      const subject = await this.lock(work, actor.id, place);
      if (await this.repository.deleteDraft(place.noteId, place.fileId, work.tx)) await work.record(deedOf('dismiss', subject));
      else await work.recordRecurring(deedOf('read', subject));
    });
    return this.stateOf(actor.id, place);
  }

  private async find(therapistId: string, { noteId, fileId }: AnalysedPlace): Promise<Subject> {
    const note = assertKnown(await this.notes.findNote(therapistId, noteId));
    const file = fileId === null ? null : known(await this.files.findFile(therapistId, noteId, fileId));
    return subjectOf(note, file, await this.texts.of(note, fileId));
  }

  private async lock({ tx }: Work, therapistId: string, { noteId, fileId }: AnalysedPlace): Promise<Subject> {
    const note = assertKnown(await this.notes.lockNote(therapistId, noteId, tx));
    const file = fileId === null ? null : known(await this.files.findFile(therapistId, noteId, fileId, tx));
    return subjectOf(note, file, await this.texts.of(note, fileId, tx));
  }

  private async stateOf(therapistId: string, place: AnalysedPlace): Promise<NoteAnalysesDto> {
    return this.describe(await this.find(therapistId, place));
  }

  private async describe({ note, fileId, read, refused }: Subject): Promise<NoteAnalysesDto> {
    const [{ draft, accepted }, next] = await Promise.all([this.repository.find(note.therapist_id, note.id, fileId), this.analysis.engine()]);
    const dto = (row: AnalysisRow | undefined) => (row ? toAnalysisDto(row, read?.digest, this.clock.now()) : null);
    return { draft: dto(draft), accepted: dto(accepted), next, refused };
  }
}

function subjectOf(note: WholeNoteRow, file: FileRow | null, read: AnalysedText | undefined): Subject {
  return { note, fileId: file?.id ?? null, read, refused: refusalOf(note, file, read) };
}

function refusalOf(note: WholeNoteRow, file: FileRow | null, read: AnalysedText | undefined): string | null {
  if (isKept(note)) return messages.privateNote;
  if (file?.processing_status === 'processing') return messages.fileNotRead;
  if (file?.processing_status === 'error') return messages.fileUnreadable;
  if (!read) return messages.unopened;
  if (!read.isEmpty) return null;
  return file ? messages.emptyFile : messages.emptyNote;
}

/** What was done with the analysis of a note, or of a file of it. */
function deedOf(verb: 'analyse' | 'read' | 'accept' | 'dismiss', { note, fileId }: Subject): Activity {
  if (fileId === null) return deed(verb === 'analyse' ? 'analyse_note' : `${verb}_note_analysis`, note.id, [note.client_id]);
  return fileDeed(verb === 'analyse' ? 'analyse_note_file' : `${verb}_note_file_analysis`, note, fileId);
}

/** @throws DomainError not_found */
function known(file: FileRow | undefined): FileRow {
  if (!file) throw new DomainError('not_found', fileMessages.noSuchFile);
  return file;
}

/** @throws DomainError not_found; conflict */
function readyDraft(draft: AnalysisRow | undefined, id: string): AnalysisRow {
  if (draft?.id !== id) throw new DomainError('not_found', messages.noAnalysis);
  if (draft.state !== 'done' || !draft.result) throw new DomainError('conflict', messages.notDone);
  return draft;
}
