import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { pageOf, readCursor } from '../../../common/paging/paging';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { IntakeResultsService } from '../../intake-forms/results/results.service';
import * as messages from '../messages';
import { ClientRecordDto, RecordBookingDto, RecordCarePlanDto, RecordQueryDto, RecordRowDto, RecordSection, RecordSessionNoteDto } from './break-glass.dto';
import { OpenGrant } from './break-glass.repository';
import { BreakGlassService } from './break-glass.service';
import { OpenedBooking, OpenedCarePlan, OpenedRecordRepository, OpenedSessionNote } from './opened-record.repository';

const PAGE_ROWS = 50;

export interface RecordPage extends ClientRecordDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** What a section's rows have in common. */
interface SectionRow {
  id: string;
  keyset_at: string;
}

interface SectionPage {
  rows: RecordRowDto[];
  link: string | undefined;
}

/** Reads the records that an emergency access opens, and writes each page read into the activity log before it is given out. */
@Injectable()
export class OpenedRecordService {
  constructor(
    private readonly access: BreakGlassService,
    private readonly repository: OpenedRecordRepository,
    private readonly answers: IntakeResultsService,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError not_found, also for another administrator's access; forbidden once it has ended; invalid for a foreign cursor */
  async read(actor: Actor, current: CurrentUserData, grantId: string, query: RecordQueryDto): Promise<RecordPage> {
    const grant = await this.access.assertOpen(current, grantId);
    const person = await this.repository.findPerson(grant);
    if (!person) throw new DomainError('not_found', messages.noSuchAccess);
    const { section } = query;
    const { rows, link } = section === 'profile' ? { rows: [person], link: undefined } : await this.readSection(grant, section, query);
    const since = this.clock.now();
    await this.works.record(actor, {
      action: 'break_glass_read',
      subjectType: 'break_glass',
      subjectId: grant.id,
      clientIds: [grant.clientId],
      details: { section, rows: rows.length },
    });
    await this.access.assertTold(current.id, grant, 'break_glass_read', since);
    const hidden = section === 'session_notes' ? { private_notes: await this.repository.countPrivateNotes(grant) } : {};
    return { client: { id: person.id, name: person.name }, section, rows, ...hidden, link };
  }

  private async readSection(grant: OpenGrant, section: Exclude<RecordSection, 'profile'>, query: RecordQueryDto): Promise<SectionPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const after = readCursor(query.cursor);
    const url = `${this.config.publicUrl}/api/admin/break-glass/${grant.id}/record`;
    const page = <Row extends SectionRow>(found: Row[], toRow: (row: Row) => RecordRowDto): SectionPage => {
      const { rows, link } = pageOf(found, limit, url, query, ({ keyset_at: at, id }) => ({ at, id }));
      return { rows: rows.map(toRow), link };
    };
    switch (section) {
      case 'bookings':
        return page(await this.repository.listBookings(grant, limit + 1, after), toRecordBooking);
      case 'intake_forms': {
        const found = await this.repository.listIntakeForms(grant, limit + 1, after);
        const { rows, link } = pageOf(found, limit, url, query, ({ keyset_at: at, id }) => ({ at, id }));
        const answers = await this.answers.listForRecord(rows.map(({ id }) => id));
        return { rows: rows.flatMap(({ id }) => answers.get(id) ?? []), link };
      }
      case 'session_notes':
        return page(await this.repository.listSessionNotes(grant, limit + 1, after), toRecordSessionNote);
      case 'care_plans':
        return page(await this.repository.listCarePlans(grant, limit + 1, after), toRecordCarePlan);
    }
  }
}

function toRecordBooking(row: OpenedBooking): RecordBookingDto {
  return {
    id: row.id,
    therapist_name: row.therapist_name,
    client_name: row.client_name,
    client_email: row.client_email,
    client_phone: row.client_phone,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_name: row.service_name,
    session_type: row.session_type,
    place_kind: row.place_kind,
    place_detail: row.place_detail,
    status: row.status,
    notes: row.notes(),
    by_visitor: row.by_visitor,
    is_open: row.is_open,
    created_at: row.created_at.toISOString(),
  };
}

function toRecordSessionNote(note: OpenedSessionNote): RecordSessionNoteDto {
  return {
    id: note.id,
    therapist_name: note.therapist_name,
    booking_id: note.booking_id,
    ...note.texts(),
    is_client_visible: note.is_client_visible,
    created_at: note.created_at.toISOString(),
    updated_at: note.updated_at.toISOString(),
  };
}

function toRecordCarePlan(plan: OpenedCarePlan): RecordCarePlanDto {
  return {
    id: plan.id,
    therapist_name: plan.therapist_name,
    ...plan.texts(),
    follow_up_date: plan.follow_up_date,
    published_at: plan.published_at?.toISOString() ?? null,
    created_at: plan.created_at.toISOString(),
  };
}
