import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { RepeatGuard } from '../../../common/idempotency/repeat-guard';
import { Limit, Limits } from '../../../common/limits/limits';
import { Page, pageOf, readCursor } from '../../../common/paging/paging';
import { OnStart } from '../../../common/process/start-hooks';
import { changedFields } from '../../../common/work/changed-fields';
import { Activity, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { FormContent, formProblems, MOST_FORM_BYTES, MOST_FORMS_OF_SERVICE } from './form-rules';
import { FormVersionRepository, NewVersion } from './form-version.repository';
import { FormServiceDto, IntakeFormDto, IntakeFormInputDto, IntakeFormListQueryDto, IntakeFormSummaryDto, IntakeFormUpdateDto, QuestionInputDto, ShowIfDto } from './intake-form.dto';
import { FormRow, FormService, FormSummaryRow, IntakeFormRepository } from './intake-form.repository';
import * as messages from './messages';
import type { Question, ShowIf } from './question';
import { newQuestionId } from './question-id';
import { IntakeTemplate, intakeTemplates } from './templates';

const MAX_ROWS = 500;
const MAX_FORMS = 500;
/** Of all versions of one therapist's forms: thousands of ordinary ones. Versions that somebody was sent are kept for good. */
const MAX_STORED = 20 * 1024 * 1024;
const SAVES: Limit = { scope: 'intake-form-saves', max: 200, windowMs: 3_600_000 };
const CREATE = 'POST /api/therapist/intake-forms';

/** A therapist's intake forms: what they ask, in versions, and with which bookings they go out. */
@Injectable()
export class IntakeFormService {
  constructor(
    private readonly works: Works,
    private readonly repository: IntakeFormRepository,
    private readonly repeats: RepeatGuard,
    private readonly limits: Limits,
    private readonly config: AppConfig,
    private readonly versions: FormVersionRepository,
    private readonly adoptions: Adoptions,
  ) {}

  /** What forms asked before it was marked. */
  @OnStart('api')
  async adoptVersions(): Promise<void> {
    await this.adoptions.once('adopt_form_versions', ({ tx }) => this.versions.adopt(tx));
  }

  /** Forms whose questions are not the ones that were saved, and perhaps answered and signed. */
  @Audits()
  async auditVersions(): Promise<AuditProblem[]> {
    return (await this.versions.listForeign()).map(({ id }) => ({ kind: 'foreign_row', id, message: messages.foreignVersion(id) }));
  }

  /** For whoever makes forms of their own, such as the demo practice. */
  async insertVersions(work: Work, versions: readonly NewVersion[]): Promise<void> {
    await this.versions.insertVersions(versions, work.tx);
  }

  /** Ready forms to begin with, each time with question ids of their own. */
  templates(): IntakeTemplate[] {
    return intakeTemplates();
  }

  /** In the order they were made. */
  async list(therapistId: string, query: IntakeFormListQueryDto): Promise<Page<IntakeFormSummaryDto>> {
    const limit = query.limit ?? MAX_ROWS;
    const wanted = { archived: query.archived === 'true', search: query.q, after: readCursor(query.cursor), limit: limit + 1 };
    const found = await this.limits.inTurn([`intake form list ${therapistId}`], () => this.repository.listForms(therapistId, wanted));
    const url = `${this.config.publicUrl}/api/therapist/intake-forms`;
    const { rows, link } = pageOf(found, limit, url, query, ({ created_at, id }) => ({ at: String(created_at.getTime() * 1000), id }));
    return { rows: rows.map(toSummaryDto), link };
  }

  /** @throws DomainError not_found, also for a foreign one */
  async show(therapistId: string, id: string): Promise<IntakeFormDto> {
    return toFormDto(known(await this.repository.findForm(therapistId, id)));
  }

  /**
   * @param key the Idempotency-Key, if any: a repeat gets the form that was made, as it is now. What is remembered of it is its id alone.
   * @throws DomainError rule with the problems at their fields, or beyond 500 forms; too_many
   */
  async create(therapistId: string, input: IntakeFormInputDto, key: string | undefined, actor: Actor): Promise<IntakeFormDto> {
    const repeat = this.repeats.of<{ id: string }>(`${CREATE} ${therapistId}`, key, input);
    await this.countSave(therapistId);
    const content = await contentOf(input);
    return this.works.begin(actor, async (work) => {
      const earlier = await repeat?.claim(work);
      if (earlier) return toFormDto(await this.locked(work, therapistId, earlier.id));
      if ((await this.repository.countForms(therapistId, work.tx)) >= MAX_FORMS) throw new DomainError('rule', messages.tooManyForms(MAX_FORMS));
      await this.needsRoom(work, therapistId);
      const form = { id: newId(), created_at: work.now() };
      await this.repository.insertForm(therapistId, form, content, work.tx);
      await work.record(deed('create_intake_form', form.id));
      const answer = toFormDto({ ...form, ...content, version: 1, archived_at: null, updated_at: form.created_at });
      await repeat?.remember(work, { id: form.id });
      return answer;
    });
  }

  /**
   * Saves another version; one that changes nothing is none, so that a save whose answer was lost can be repeated.
   * @throws DomainError not_found; rule; conflict when another version was saved since the one that the changes began with;
   *   too_many
   */
  async update(therapistId: string, id: string, input: IntakeFormUpdateDto, actor: Actor): Promise<IntakeFormDto> {
    await this.countSave(therapistId);
    const content = await contentOf(input);
    return this.works.begin(actor, async (work) => {
      const present = await this.locked(work, therapistId, id);
      const fields = changedFields(present, content);
      if (fields.length === 0) return toFormDto(present);
      if (input.version !== undefined && input.version !== present.version) throw new DomainError('conflict', messages.savedElsewhere);
      await this.needsRoom(work, therapistId);
      const version = present.version + 1;
      await this.repository.addVersion(therapistId, id, version, content, work.now(), work.tx);
      await work.record({ ...deed('update_intake_form', id), details: { fields } });
      return toFormDto({ ...present, ...content, version, updated_at: work.now() });
    });
  }

  /** An archived form goes out with no booking and is in no list but its own; answers to it stay. @throws DomainError not_found */
  setArchived(therapistId: string, id: string, archived: boolean, actor: Actor): Promise<IntakeFormDto> {
    return this.works.begin(actor, async (work) => {
      const present = await this.locked(work, therapistId, id);
      if ((present.archived_at !== null) === archived) return toFormDto(present);
      const archived_at = archived ? work.now() : null;
      await this.repository.setArchived(therapistId, id, archived_at, work.tx);
      await work.record(deed(archived ? 'archive_intake_form' : 'restore_intake_form', id));
      return toFormDto({ ...present, archived_at });
    });
  }

  /** The services whose bookings send the form. @throws DomainError not_found */
  async listServices(therapistId: string, id: string): Promise<FormService[]> {
    known(await this.repository.findForm(therapistId, id));
    return this.repository.listServices(therapistId, id);
  }

  /** @throws DomainError not_found; rule for a service that is not the therapist's, stands twice, or has ten forms already */
  setServices(therapistId: string, id: string, services: FormServiceDto[], actor: Actor): Promise<FormService[]> {
    return this.works.begin(actor, async (work) => {
      await this.locked(work, therapistId, id);
      const ids = services.map(({ service_id }) => service_id);
      const own = await this.repository.findOwnServices(therapistId, ids, work.tx);
      const full = await this.repository.findFull(ids, id, MOST_FORMS_OF_SERVICE, work.tx);
      const errors = ids.flatMap((serviceId, index) => {
        const message = serviceProblem(own.has(serviceId), ids.indexOf(serviceId) < index, full.has(serviceId));
        return message === undefined ? [] : [{ field: `services.${index}.service_id`, message }];
      });
      if (errors[0]) throw new DomainError('rule', errors[0].message, { errors });
      await this.repository.replaceServices(therapistId, id, services, work.tx);
      await work.record({ ...deed('update_intake_form_services', id), details: { rows: services.length } });
      return services;
    });
  }

  /** Before it is looked at: a refused one costs as much. @throws DomainError too_many */
  private async countSave(therapistId: string): Promise<void> {
    const wait = await this.limits.reserve([SAVES, therapistId]);
    if (wait > 0) throw new DomainError('too_many', messages.savedTooOften, { retryAfterSeconds: wait });
  }

  /** @throws DomainError rule */
  private async needsRoom(work: Work, therapistId: string): Promise<void> {
    if ((await this.repository.countStored(therapistId, work.tx)) >= MAX_STORED) throw new DomainError('rule', messages.tooMuchStored);
  }

  private async locked(work: Work, therapistId: string, id: string): Promise<FormRow> {
    return known(await this.repository.lockForm(therapistId, id, work.tx));
  }
}

function known(form: FormRow | undefined): FormRow {
  if (!form) throw new DomainError('not_found', messages.formNotFound);
  return form;
}

function serviceProblem(isOwn: boolean, isTwice: boolean, isFull: boolean): string | undefined {
  if (!isOwn) return messages.serviceNotFound;
  if (isTwice) return messages.serviceTwice;
  return isFull ? messages.serviceFull(MOST_FORMS_OF_SERVICE) : undefined;
}

function deed(action: string, id: string): Activity {
  return { action, subjectType: 'intake_form', subjectId: id };
}

/** @throws DomainError rule with the problems at their fields */
async function contentOf({ title, description, questions, instrument }: IntakeFormInputDto): Promise<FormContent> {
  const content = { title, description: description ?? '', questions: questions.map(questionOf), instrument: instrument ?? null };
  if (Buffer.byteLength(JSON.stringify(content)) > MOST_FORM_BYTES) throw new DomainError('rule', messages.formTooLarge, { errors: [{ field: 'questions', message: messages.formTooLarge }] });
  const errors = await formProblems(content);
  if (errors[0]) throw new DomainError('rule', errors[0].message, { errors: errors.slice(0, 20) });
  return content;
}

function questionOf({ id = newQuestionId(), type, question, help_text, required = false, options, new_page = false, show_if }: QuestionInputDto): Question {
  return { id, type, question, help_text: help_text ?? '', required, options: options ?? [], new_page, show_if: show_if ? conditionOf(show_if) : null };
}

function conditionOf({ question_id, any_of, at_least }: ShowIfDto): ShowIf {
  return { question_id, ...(any_of && { any_of }), ...(typeof at_least === 'number' && { at_least }) };
}

function toSummaryDto({ archived_at, created_at, updated_at, ...form }: FormSummaryRow): IntakeFormSummaryDto {
  return { ...form, archived: archived_at !== null, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

function toFormDto({ questions, ...form }: FormRow): IntakeFormDto {
  return { ...toSummaryDto({ ...form, question_count: questions.length }), questions };
}
