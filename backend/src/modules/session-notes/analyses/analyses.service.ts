import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { AiModel } from '../../../integrations/ai/ai-model';
import { RULE_BASED } from '../analysis/rule-based-analyser';
import { assertKnown, deed } from '../notes/note-deeds';
import { NoteRepository, WholeNoteRow } from '../notes/note.repository';
import { AcceptAnalysisDto, AnalysisEngineDto, NoteAnalysesDto } from './analysis.dto';
import { analyseNote } from './analysis.jobs';
import { isStale, isUnderWay, summaryOf, toAnalysisDto } from './analysis.mapper';
import { AnalysisRepository, AnalysisRow } from './analysis.repository';
import * as messages from './messages';

/** Of one therapist; the language model has a daily limit beside it. */
const STARTS: Limit = { scope: 'session-note-analyses', max: 120, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** What engines make of a therapist's notes: asked for, looked at, accepted or dismissed. The note's own texts stay what they are. */
@Injectable()
export class AnalysesService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly notes: NoteRepository,
    private readonly repository: AnalysisRepository,
    private readonly model: AiModel,
    private readonly limits: Limits,
  ) {}

  /**
   * Asks for an analysis, unless one is under way; a draft that was there is replaced.
   * @throws DomainError not_found; rule for a private or an empty note; too_many
   */
  async start(actor: Therapist, noteId: string): Promise<NoteAnalysesDto> {
    const wait = await this.limits.reserve([STARTS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, noteId, work.tx));
      const refused = refusalOf(note);
      if (refused !== null) throw new DomainError('rule', refused);
      const { draft } = await this.repository.find(actor.id, noteId, null, work.tx);
      if (draft && isUnderWay(draft, work.now())) return;
      const id = await this.repository.insertDraft({ note_id: noteId, file_id: null, therapist_id: actor.id }, work.now(), work.tx);
      await work.enqueue(analyseNote, { analysis_id: id });
      await work.record(deed('analyse_note', noteId, [note.client_id]));
    });
    return this.stateOf(actor.id, noteId);
  }

  /** @throws DomainError not_found, also for a foreign one; conflict for one whose row was changed in the table */
  async show(actor: Therapist, noteId: string): Promise<NoteAnalysesDto> {
    const note = assertKnown(await this.notes.findNote(actor.id, noteId));
    const state = await this.describe(note);
    await this.works.recordRead(actor, deed('read_note_analysis', noteId, [note.client_id]));
    return state;
  }

  /**
   * The draft's summary, or the therapist's wording of it, becomes the note's. It is none of the texts that a signature is about.
   * @throws DomainError not_found; rule for a private note; conflict while it is not finished, or after the note was changed
   */
  async accept(actor: Therapist, noteId: string, { analysis_id, summary }: AcceptAnalysisDto): Promise<NoteAnalysesDto> {
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, noteId, work.tx));
      messages.refusePrivate(note.is_private);
      const { draft, accepted } = await this.repository.find(actor.id, noteId, null, work.tx);
      if (accepted?.id === analysis_id) return;
      const wanted = readyDraft(draft, analysis_id);
      if (isStale(wanted, note.content)) throw new DomainError('conflict', messages.noteChanged);
      const text = summary ?? summaryOf(wanted);
      if (text === '') throw new DomainError('invalid', messages.summaryRequired, { errors: [{ field: 'summary', message: messages.summaryRequired }] });
      await this.repository.accept(wanted, text, work.now(), work.tx);
      await this.notes.setSummary(note, text, work.tx);
      await work.record(deed('accept_note_analysis', noteId, [note.client_id]));
    });
    return this.stateOf(actor.id, noteId);
  }

  /** The draft goes; what was accepted stays. @throws DomainError not_found */
  async dismiss(actor: Therapist, noteId: string): Promise<NoteAnalysesDto> {
    await this.works.begin(actor, async (work) => {
      const note = assertKnown(await this.notes.lockNote(actor.id, noteId, work.tx));
      if (await this.repository.deleteDraft(noteId, null, work.tx)) await work.record(deed('dismiss_note_analysis', noteId, [note.client_id]));
    });
    return this.stateOf(actor.id, noteId);
  }

  private async stateOf(therapistId: string, noteId: string): Promise<NoteAnalysesDto> {
    return this.describe(assertKnown(await this.notes.findNote(therapistId, noteId)));
  }

  private async describe(note: WholeNoteRow): Promise<NoteAnalysesDto> {
    const [{ draft, accepted }, next] = await Promise.all([this.repository.find(note.therapist_id, note.id, null), this.engine()]);
    const dto = (row: AnalysisRow | undefined) => (row ? toAnalysisDto(row, note.content, this.clock.now()) : null);
    return { draft: dto(draft), accepted: dto(accepted), next, refused: refusalOf(note) };
  }

  private async engine(): Promise<AnalysisEngineDto> {
    const model = await this.model.modelInUse('text');
    return model === undefined ? { engine: 'rules', label: RULE_BASED.name, sent: null } : { engine: 'openai', label: model, sent: messages.namesReplaced };
  }
}

function refusalOf({ is_private, content }: WholeNoteRow): string | null {
  if (is_private) return messages.privateNote;
  return content.trim() === '' ? messages.emptyNote : null;
}

/** @throws DomainError not_found; conflict */
function readyDraft(draft: AnalysisRow | undefined, id: string): AnalysisRow {
  if (draft?.id !== id) throw new DomainError('not_found', messages.noAnalysis);
  if (draft.state !== 'done' || !draft.result) throw new DomainError('conflict', messages.notDone);
  return draft;
}
