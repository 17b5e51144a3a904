import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { Keyset, keysetMoment } from '../../../common/paging/paging';
import type { Service } from '../../offerings/offering.entity';
import { IntakeForm, IntakeFormVersion, ServiceIntakeForm } from '../intake-form.entity';
import { FormVersionRepository } from './form-version.repository';
import type { FormContent } from './form-rules';

/** A form with what its newest version asks. */
export interface FormRow
  extends Pick<IntakeForm, 'id' | 'version' | 'archived_at' | 'created_at' | 'updated_at'>, Pick<IntakeFormVersion, 'title' | 'description' | 'questions' | 'instrument'> {}

/** A form without its questions. */
export interface FormSummaryRow extends Omit<FormRow, 'questions'> {
  question_count: number;
}

export type FormService = Pick<ServiceIntakeForm, 'service_id' | 'every_booking'>;

export interface FormPage {
  archived: boolean;
  /** Part of the title or the beginning of the description. */
  search: string | undefined;
  after: Keyset | undefined;
  limit: number;
}

const COLUMNS = 'f.id, f.version, f.archived_at, f.created_at, f.updated_at, v.title, v.description, v.instrument';
const NEWEST = 'from intake_forms f join intake_form_versions v on v.form_id = f.id and v.version = f.version';

/** So much of a description is looked through: the search compares a word at each of its letters. $2: archived ones, $3: pattern, $4 and $5: keyset, $6: rows. */
const LIST = statement<FormSummaryRow>('intake-form-list', `select ${COLUMNS}, jsonb_array_length(v.questions) as question_count ${NEWEST}
         where f.therapist_id = $1 and (f.archived_at is not null) = $2
           and ($3::text is null or v.title ilike $3 or left(v.description, 500) ilike $3)
           and ($4::text is null or (f.created_at, f.id) > (${keysetMoment('$4')}, $5::uuid))
         order by f.created_at, f.id
         limit $6`);

const FIND = statement<FormRow>('intake-form', `select ${COLUMNS}, v.questions ${NEWEST} where f.id = $1 and f.therapist_id = $2`);

/** Who waited for another save finds that one's version, which a join with the versions in the same statement would not. */
const LOCK = statement<Pick<IntakeForm, 'id'>>('intake-form-lock', 'select id from intake_forms where id = $1 and therapist_id = $2 for update');

const SERVICES = statement<FormService>('intake-form-services', `select a.service_id, a.every_booking from service_intake_forms a join services s on s.id = a.service_id and s.archived_at is null
         where a.form_id = $1 and a.therapist_id = $2 order by s.created_at, s.id`);

/** Held until they are attached, so that none is archived or deleted in between. */
const OWN_SERVICES = statement<Pick<Service, 'id'>>('intake-form-own-services', 'select id from services where id = any($1::uuid[]) and therapist_id = $2 and archived_at is null for key share');

const FULL_SERVICES = statement<Pick<ServiceIntakeForm, 'service_id'>>('intake-services-full', `select a.service_id from service_intake_forms a join intake_forms f on f.id = a.form_id and f.archived_at is null
         where a.service_id = any($1::uuid[]) and a.form_id <> $2 group by a.service_id having count(*) >= $3`);

const FORGET_VERSIONS = statement('intake-form-forget-versions', `delete from intake_form_versions v
         where v.form_id = $1 and v.version < $2 and not exists (select from intake_requests r where r.version_id = v.id)`);

const COUNT = statement<{ forms: number }>('intake-form-count', 'select count(*)::int as forms from intake_forms where therapist_id = $1');

/** As it is opened, not as it lies on the disk: the compression of the same questions over and over says nothing of what they are in memory. */
const STORED = statement<{ bytes: string }>('intake-form-stored', `select coalesce(sum(octet_length(v.questions::text)), 0)::text as bytes
         from intake_forms f join intake_form_versions v on v.form_id = f.id where f.therapist_id = $1`);

/** A therapist's forms. A version is written once and never changed; it stays while somebody was sent it. */
@Injectable()
export class IntakeFormRepository {
  constructor(
    private readonly database: Database,
    private readonly versions: FormVersionRepository,
  ) {}

  /** In the order they were made. */
  listForms(therapistId: string, { archived, search, after, limit }: FormPage): Promise<FormSummaryRow[]> {
    const pattern = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    return this.database.query(LIST, [therapistId, archived, pattern, after?.at ?? null, after?.id ?? null, limit]);
  }

  async findForm(therapistId: string, id: string, on: Queryable = this.database): Promise<FormRow | undefined> {
    const [form] = await on.query(FIND, [id, therapistId]);
    return form;
  }

  /** Waits for other writers of it. */
  async lockForm(therapistId: string, id: string, on: Queryable): Promise<FormRow | undefined> {
    const [locked] = await on.query(LOCK, [id, therapistId]);
    return locked && this.findForm(therapistId, id, on);
  }

  async insertForm(therapistId: string, form: Pick<IntakeForm, 'id' | 'created_at'>, content: FormContent, on: Queryable): Promise<void> {
    await on.manager.insert(IntakeForm, { ...form, therapist_id: therapistId, version: 1, updated_at: form.created_at });
    await this.versions.insertVersions([{ form_id: form.id, version: 1, created_at: form.created_at, ...content }], on);
  }

  /** The newest version; older ones that went to nobody are let go. */
  async addVersion(therapistId: string, id: string, version: number, content: FormContent, at: Date, on: Queryable): Promise<void> {
    await this.versions.insertVersions([{ form_id: id, version, created_at: at, ...content }], on);
    await on.manager.update(IntakeForm, { id, therapist_id: therapistId }, { version, updated_at: at });
    // The one before may be going out at this moment.
    await on.query(FORGET_VERSIONS, [id, version - 1]);
  }

  /** Archived ones too. */
  async countForms(therapistId: string, on: Queryable): Promise<number> {
    const [row] = await on.query(COUNT, [therapistId]);
    return row?.forms ?? 0;
  }

  /** What all versions take, archived ones too. */
  async countStored(therapistId: string, on: Queryable): Promise<number> {
    const [row] = await on.query(STORED, [therapistId]);
    return Number(row?.bytes ?? 0);
  }

  async setArchived(therapistId: string, id: string, at: Date | null, on: Queryable): Promise<void> {
    await on.manager.update(IntakeForm, { id, therapist_id: therapistId }, { archived_at: at });
  }

  /** In the order the services were made, archived ones apart. */
  listServices(therapistId: string, formId: string): Promise<FormService[]> {
    return this.database.query(SERVICES, [formId, therapistId]);
  }

  /** Which of the ids are the therapist's services, archived ones apart. */
  async findOwnServices(therapistId: string, ids: readonly string[], on: Queryable): Promise<Set<string>> {
    const rows = await on.query(OWN_SERVICES, [ids, therapistId]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Which of the services go out with so many other forms already. */
  async findFull(serviceIds: readonly string[], formId: string, most: number, on: Queryable): Promise<Set<string>> {
    return new Set((await on.query(FULL_SERVICES, [serviceIds, formId, most])).map(({ service_id }) => service_id));
  }

  async replaceServices(therapistId: string, formId: string, services: readonly FormService[], on: Queryable): Promise<void> {
    await on.manager.delete(ServiceIntakeForm, { form_id: formId, therapist_id: therapistId });
    if (services.length > 0) await on.manager.insert(ServiceIntakeForm, services.map((service) => ({ ...service, form_id: formId, therapist_id: therapistId })));
  }
}
