import { Injectable } from '@nestjs/common';
import { unparse } from 'papaparse';
import { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Works } from '../../../common/work/work';
import { CompletedForm, IntakeAnswerRepository } from '../answers/answer.repository';
import { IntakeFormService } from '../builder/intake-form.service';
import { Answers, AnswerValue, shownQuestions } from '../builder/question';
import { LICENCE, scoreOf, SOURCE, wordsFor } from '../scoring/instruments';
import * as messages from './messages';
import { AnsweredFormDto, OwnAnswersDto, ScoreDto } from './results.dto';

/** The library's own pattern misses a text of several lines. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
/** What one file and one line over time hold. */
const EXPORTED = 10_000;
const SCORES = 100;

/** What clients answered. Only what they signed off is shown. */
@Injectable()
export class IntakeResultsService {
  constructor(
    private readonly works: Works,
    private readonly repository: IntakeAnswerRepository,
    private readonly forms: IntakeFormService,
  ) {}

  /** @throws DomainError not_found, also for another therapist's and for one that is not completed */
  async show(actor: Actor & { id: string }, requestId: string): Promise<AnsweredFormDto> {
    const form = await this.repository.findCompleted(actor.id, requestId);
    if (!form) throw new DomainError('not_found', messages.notCompleted);
    const { id, form_id, client_id, client_name, title, description, version, signed_name, instrument, questions } = form;
    const rated = instrument ? (await this.repository.listScored(actor.id, client_id, instrument, SCORES)).reverse() : [];
    const answers = await this.answersOf([form, ...rated]);
    const given = answers(id);
    const scores = rated.flatMap((other) => toScore(other, answers(other.id)) ?? []);
    await this.works.recordRead(actor, { action: 'read_answers', subjectType: 'intake_request', subjectId: id, clientIds: [client_id] });
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
      scores,
    };
  }

  /**
   * All that was completed of one form, a line each, as a CSV file for a spreadsheet. What a spreadsheet would take for a formula is
   * written as text.
   * @throws DomainError not_found
   */
  async exportForm(actor: Actor & { id: string }, formId: string): Promise<string> {
    const form = await this.forms.show(actor.id, formId);
    const completed = await this.repository.listCompletedOfForm(actor.id, formId, EXPORTED);
    const answers = await this.answersOf(completed);
    const columns = new Map([...completed.flatMap(({ questions }) => questions), ...form.questions].map(({ id, question }) => [id, question]));
    const rows = completed.map((one) => {
      const given = answers(one.id);
      const score = toScore(one, given);
      const scored = form.instrument ? [score?.sum ?? '', score?.severity ?? ''] : [];
      return [completedAt(one), one.client_name, one.signed_name, one.version, ...scored, ...[...columns.keys()].map((id) => cell(given.get(id)))];
    });
    const clientIds = completed.map(({ client_id }) => client_id);
    await this.works.recordRead(actor, { action: 'export_answers', subjectType: 'intake_form', subjectId: formId, clientIds, details: { rows: rows.length } });
    const scored = form.instrument ? messages.SCORE_COLUMNS : [];
    // The mark at the beginning tells a spreadsheet that this is UTF-8.
    return `\uFEFF${unparse({ fields: [...messages.COLUMNS, ...scored, ...columns.values()], data: rows }, { escapeFormulae: FORMULA })}\r\n`;
  }

  /** For a client's own copy of their record. */
  async listOwn(clientId: string, atMost: number): Promise<OwnAnswersDto[]> {
    const completed = await this.repository.listCompletedOfClient(clientId, atMost);
    const answers = await this.answersOf(completed);
    return completed.map((form) => {
      const given = answers(form.id);
      const shown = shownQuestions(form.questions, given);
      const { title, therapist_name, signed_name } = form;
      return { title, therapist_name, completed_at: completedAt(form), signed_name, answers: shown.map(({ id, question }) => ({ question, answer: given.get(id) ?? null })) };
    });
  }

  private async answersOf(forms: readonly CompletedForm[]): Promise<(id: string) => Answers> {
    const byRequest = new Map(forms.map(({ id }) => [id, new Map<string, AnswerValue>()]));
    for (const { request_id, question_id, value } of await this.repository.listAnswers([...byRequest.keys()])) byRequest.get(request_id)?.set(question_id, value);
    return (id) => byRequest.get(id) ?? new Map<string, AnswerValue>();
  }
}

function completedAt({ completed_at }: CompletedForm): string {
  if (!completed_at) throw new Error('a form without its end is not completed');
  return completed_at.toISOString();
}

function toScore(form: CompletedForm, given: Answers): ScoreDto | null {
  const score = form.instrument && scoreOf(form.instrument, form.questions, given);
  return form.instrument && score ? { id: form.id, instrument: form.instrument, completed_at: completedAt(form), ...score, self_harm_answer: wordsFor(score.self_harm) } : null;
}

function cell(answer: AnswerValue | undefined): string | number {
  return Array.isArray(answer) ? answer.join('; ') : (answer ?? '');
}
