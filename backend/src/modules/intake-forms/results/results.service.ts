import { Injectable } from '@nestjs/common';
import { Actor, SessionReader } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { CSV_MARK, csvInTurns, csvLines } from '../../../common/http/csv';
import { utcTime } from '../../../common/http/record-page';
import { Limit, Limits } from '../../../common/limits/limits';
import { Places } from '../../../common/limits/places';
import { OnStart } from '../../../common/process/start-hooks';
import { Work, Works } from '../../../common/work/work';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import type { CopiedEntryDto } from '../../clients/copies/client-copy.dto';
import { CopiedClient, CopiedEntries, TellsOfClient } from '../../clients/copies/client-copies.service';
import { ClientsService } from '../../clients/persons/persons.service';
import type { OwnCopy } from '../../clients/strangers/strangers.service';
import { CompletedForm, IntakeAnswerRepository } from '../answers/answer.repository';
import { SignedAnswersRepository } from '../answers/signed-answers.repository';
import { IntakeFormService } from '../builder/intake-form.service';
import { Answers, AnswerValue, type Instrument, INSTRUMENTS, shownQuestions } from '../builder/question';
import { itemsOf, LICENCE, scoreOf, SOURCE, wordsFor } from '../scoring/instruments';
import * as messages from './messages';
import { AnsweredFormDto, OwnAnswersDto, RecordedAnswersDto, ScoreDto } from './results.dto';

/** What one file and one line over time hold. */
const EXPORTED = 10_000;
const SCORES = 100;
/** So many are opened and written at a time. */
const EXPORT_PAGE = 20;
const EXPORTS: Limit = { scope: 'answers-export', max: 20, windowMs: 3_600_000 };
/** Few at a time open answers for a file; who reads it slowly keeps nobody from it. */
const LINE = { atWork: 1, waiting: 100, ofOne: EXPORTS.max, longestMs: 60_000, full: messages.exportsWait };

/** What clients answered. Only what they signed off is shown. */
@Injectable()
export class IntakeResultsService {
  private readonly line = new Places(LINE);

  constructor(
    private readonly works: Works,
    private readonly repository: IntakeAnswerRepository,
    private readonly forms: IntakeFormService,
    private readonly limits: Limits,
    private readonly signed: SignedAnswersRepository,
    private readonly adoptions: Adoptions,
    private readonly sessions: SessionReader,
    private readonly clients: ClientsService,
  ) {}

  /** What people signed before it was marked. */
  @OnStart('api')
  async adoptAnswers(): Promise<void> {
    await this.adoptions.once('adopt_signed_answers', ({ tx }) => this.signed.adopt(tx));
  }

  /** For whoever completes forms in somebody's stead, such as the demo practice. */
  signAnswers(work: Work, requestId: string): Promise<void> {
    return this.signed.sign(requestId, work.tx);
  }

  @Audits()
  async auditAnswers(): Promise<AuditProblem[]> {
    return (await this.signed.listForeign()).map((id) => ({ kind: 'foreign_row', id, message: messages.notAsSigned(id) }));
  }

  /** One at a time for each therapist: a line over time opens many forms. @throws DomainError not_found, also for another therapist's and for one that is not completed; conflict for one that was given to them, or changed, in the table */
  show(actor: Actor & { id: string }, requestId: string): Promise<AnsweredFormDto> {
    return this.limits.inTurn([`answers of forms ${actor.id}`], () => this.open(actor, requestId));
  }

  private async open(actor: Actor & { id: string }, requestId: string): Promise<AnsweredFormDto> {
    const form = await this.repository.findCompleted(actor.id, requestId);
    if (!form) throw new DomainError('not_found', messages.notCompleted);
    const { id, form_id, client_id, client_name, title, description, version, signed_name, instrument, questions } = form;
    const given = (await this.answersOf([form]))(id);
    if (!given || signed_name === null) throw new DomainError('conflict', messages.doNotOpen);
    // Of all records of the person that are shown together: each of them is told.
    const rated = instrument ? await this.ratedOf(actor.id, client_id, instrument) : [];
    const clientIds = [...new Set([client_id, ...rated.map((other) => other.form.client_id)])];
    await this.works.recordRead(actor, { action: 'read_answers', subjectType: 'intake_request', subjectId: id, clientIds });
    return {
      id,
      form_id,
      client_id,
      client_name,
      title,
      description,
      version,
      completed_at: completedAt(form),
      signed_name,
      questions: shownQuestions(questions, given).map((question) => ({ ...question, answer: given.get(question.id) ?? null })),
      source: instrument && `${SOURCE} ${LICENCE}`,
      score: toScore(form, given),
      scores: toScores(rated),
    };
  }

  /** What questionnaires of a client came to over time, of all their records with this therapist, oldest first; nothing for somebody else's client. */
  scoresOf(actor: Actor & { id: string }, clientId: string): Promise<ScoreDto[]> {
    return this.limits.inTurn([`answers of forms ${actor.id}`], async () => {
      const rated: RatedForm[] = [];
      for (const instrument of INSTRUMENTS) rated.push(...(await this.ratedOf(actor.id, clientId, instrument)));
      const clientIds = [...new Set(rated.map(({ form }) => form.client_id))];
      if (rated.length > 0) await this.works.recordRead(actor, { action: 'read_scores', subjectType: 'client', subjectId: clientId, clientIds });
      return toScores(rated);
    });
  }

  /**
   * All that was completed of one form, a line each, as a CSV file for a spreadsheet. What a spreadsheet would take for a formula is
   * written as text. One at a time for each therapist.
   * @param gone aborted when nobody waits for it any more @param write takes the file's parts, one after the other
   * @throws DomainError not_found, too_many, and nothing is written before; unauthenticated when the session ends meanwhile
   */
  async exportForm(actor: Actor & { id: string }, formId: string, gone: AbortSignal, write: (part: string) => Promise<void>): Promise<void> {
    const form = await this.forms.show(actor.id, formId);
    const wait = await this.limits.reserve([EXPORTS, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyExports, { retryAfterSeconds: wait });
    await this.line.take(actor, gone, async (place) => {
      const completed = await this.repository.listCompletedOfForm(actor.id, formId, EXPORTED);
      const asked = await this.repository.listAnsweredQuestions(actor.id, formId);
      const columns = new Map([...asked, ...form.questions].map(({ id, question }) => [id, question]));
      const clientIds = [...new Set(completed.map(({ client_id }) => client_id))];
      await this.works.recordRead(actor, { action: 'export_answers', subjectType: 'intake_form', subjectId: formId, clientIds, details: { rows: completed.length } });
      const scored = form.instrument ? messages.SCORE_COLUMNS : [];
      await place.without(() => write(`${CSV_MARK}${csvLines([[...messages.COLUMNS, ...scored, ...columns.values()]])}`));
      for (let from = 0; from < completed.length; from += EXPORT_PAGE) {
        // Asked for each page: whoever has signed out, or was shut out, gets no more.
        await this.sessions.assertStands(actor);
        const page = await this.repository.listCompleted(actor.id, completed.slice(from, from + EXPORT_PAGE).map(({ id }) => id));
        const answers = await this.answersOf(page);
        const lines = await csvInTurns(page.map((one) => lineOf(one, answers(one.id), form.instrument !== null, [...columns.keys()])));
        await place.without(() => write(lines));
      }
    });
  }

  /** For a client's own copy of their record. */
  async *copyFor(clientId: string): OwnCopy<OwnAnswersDto> {
    const ids = await this.repository.listCompletedIds(await this.clients.recordsOf(clientId));
    for (let from = 0; from < ids.length; from += EXPORT_PAGE) {
      const completed = await this.repository.listCompletedAmong(ids.slice(from, from + EXPORT_PAGE));
      const answers = await this.answersOf(completed);
      yield* completed.flatMap((form) => toOwnAnswers(form, answers(form.id)) ?? []);
    }
    return undefined;
  }

  /** For the copy of a client's record. */
  @TellsOfClient(3, 'Forms')
  async *tellOfClient({ therapistId, clientId }: CopiedClient): CopiedEntries {
    const ids = await this.repository.listCompletedWith(therapistId, clientId);
    for (let from = 0; from < ids.length; from += EXPORT_PAGE) {
      for (const form of await this.repository.listCompleted(therapistId, ids.slice(from, from + EXPORT_PAGE))) {
        const answers = await this.answersOf([form]);
        yield toCopiedForm(form, answers(form.id));
      }
    }
    return undefined;
  }

  /** For a record that is opened in an emergency, by the ids of what is open; those that are not completed, or do not open, are left out. */
  async listForRecord(ids: readonly string[]): Promise<Map<string, RecordedAnswersDto>> {
    const completed = await this.repository.listCompletedAmong(ids);
    const answers = await this.answersOf(completed);
    return new Map(
      completed.flatMap((form) => {
        const own = toOwnAnswers(form, answers(form.id));
        return own ? [[form.id, { ...own, id: form.id, score: toScore(form, answers(form.id)) }] as const] : [];
      }),
    );
  }

  /** Every time somebody was rated by a questionnaire, with the answers to its items, oldest first. */
  private async ratedOf(therapistId: string, clientId: string, instrument: Instrument): Promise<RatedForm[]> {
    const rated = (await this.repository.listScored(therapistId, clientId, instrument, SCORES)).reverse();
    const items = rated.flatMap(({ instrument: kind, questions: asked }) => (kind && itemsOf(kind, asked)?.map((item) => item.id)) ?? []);
    const answers = await this.answersOf(rated, [...new Set(items)]);
    return rated.map((form) => ({ form, answers: answers(form.id) }));
  }

  /**
   * @param questionIds only the answers to these are opened
   * @returns what was answered in a form; undefined where some of it does not open, or is not what was signed
   */
  private async answersOf(forms: readonly CompletedForm[], questionIds?: readonly string[]): Promise<(id: string) => Answers | undefined> {
    const asSigned = forms.filter(({ signed_name }) => signed_name !== null);
    const byRequest = new Map(asSigned.map(({ id }) => [id, new Map<string, AnswerValue>()]));
    for (const { request_id, question_id, value } of await this.repository.listAnswers(asSigned, { questionIds })) {
      if (value === null) byRequest.delete(request_id);
      else byRequest.get(request_id)?.set(question_id, value);
    }
    return (id) => byRequest.get(id);
  }
}

interface RatedForm {
  form: CompletedForm;
  /** Undefined where they do not open. */
  answers: Answers | undefined;
}

function toScores(rated: readonly RatedForm[]): ScoreDto[] {
  return rated.flatMap(({ form, answers }) => toScore(form, answers) ?? []);
}

function completedAt({ completed_at }: CompletedForm): string {
  if (!completed_at) throw new Error('a form without its end is not completed');
  return completed_at.toISOString();
}

function toOwnAnswers(form: CompletedForm, given: Answers | undefined): OwnAnswersDto | undefined {
  const { title, version, therapist_name, signed_name } = form;
  if (!given || signed_name === null) return undefined;
  const shown = shownQuestions(form.questions, given);
  return { title, version, therapist_name, completed_at: completedAt(form), signed_name, answers: shown.map(({ id, question, help_text }) => ({ question, help_text, answer: given.get(id) ?? null })) };
}

function toScore(form: CompletedForm, given: Answers | undefined): ScoreDto | null {
  const score = given && form.instrument && scoreOf(form.instrument, form.questions, given);
  return form.instrument && score ? { id: form.id, instrument: form.instrument, completed_at: completedAt(form), ...score, self_harm_answer: wordsFor(score.self_harm) } : null;
}

/** In words: what stands at the top of a score is not hidden in its sum. */
function toCopiedForm(form: CompletedForm, given: Answers | undefined): CopiedEntryDto {
  const { id, title, version, signed_name } = form;
  if (!given || signed_name === null) return { id, title, about: messages.cannotBeOpened };
  const score = toScore(form, given);
  const harm = score?.self_harm ? [{ label: messages.SELF_HARM, value: score.self_harm_answer }] : [];
  const sum = score ? [{ label: 'Score', value: `${score.sum ?? '–'} of ${score.most}${score.severity === null ? '' : `, ${score.severity.replaceAll('_', ' ')}`}` }] : [];
  const asked = shownQuestions(form.questions, given).map((one) => ({ label: `${one.question}\n${one.help_text}`.trimEnd(), value: String(cell(given.get(one.id))) }));
  return { id, title, about: `Completed ${utcTime(completedAt(form))}, version ${version}, signed ${signed_name}`, facts: [...harm, ...sum, ...asked] };
}

function lineOf(form: CompletedForm, given: Answers | undefined, isScored: boolean, columns: readonly string[]): (string | number)[] {
  const score = toScore(form, given);
  const scored = isScored ? [score?.sum ?? '', score?.severity ?? ''] : [];
  const signed = (given && form.signed_name) ?? messages.cannotBeOpened;
  return [completedAt(form), form.client_name, signed, form.version, ...scored, ...columns.map((id) => cell(given?.get(id)))];
}

function cell(answer: AnswerValue | undefined): string | number {
  return Array.isArray(answer) ? answer.join('; ') : (answer ?? '');
}
