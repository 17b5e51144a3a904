import { Injectable } from '@nestjs/common';
import ical, { ICalEventClass, ICalEventStatus } from 'ical-generator';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import { CSV_MARK, csvLines } from '../../../common/http/csv';
import { ExportsOfPractice, HoldsPractice, PracticeFiles } from '../../../common/practices/parts';
import { AppConfig } from '../../../config/app-config';
import { Booking, NOTES_OWNER } from '../booking.entity';
import * as messages from '../messages';

const AT_ONCE = 500;

type Appointment = Pick<
  Booking,
  'id' | 'therapist_id' | 'client_id' | 'starts_at' | 'ends_at' | 'timezone' | 'local_date' | 'local_time' | 'duration_minutes' | 'service_name' | 'place_kind' | 'place_detail' | 'client_name' | 'client_email' | 'client_phone' | 'status' | 'sequence' | 'no_show_at' | 'created_at' | 'notes'
>;

/** $1: the therapist, $2 and $3: after which one */
const LIST = statement<Appointment>(
  'practice-appointments',
  `select id, therapist_id, client_id, starts_at, ends_at, timezone, to_char(local_date, 'YYYY-MM-DD') as local_date, local_time, duration_minutes, service_name, place_kind, place_detail,
     client_name, client_email, client_phone, status, sequence, no_show_at, created_at, notes
   from bookings where therapist_id = $1 and (starts_at, id) > ($2, $3) order by starts_at, id limit ${AT_ONCE}`,
);
const COMING = statement<{ appointments: number }>('practice-appointments-coming', `select count(*)::int as appointments from bookings where therapist_id = $1 and status = 'confirmed' and starts_at > $2`);
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const COLUMNS = ['id', 'date', 'time', 'time_zone', 'minutes', 'service', 'client_id', 'client', 'email', 'phone', 'place', 'place_detail', 'status', 'did_not_come', 'booked_at', 'message'];

/** A practice's appointments, as it leaves. */
@Injectable()
export class PracticeAppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @ExportsOfPractice(2)
  async *exportList(therapistId: string): PracticeFiles {
    yield { folder: [], name: 'appointments.csv', content: this.lines(therapistId) };
    yield { folder: [], name: 'appointments.ics', content: this.calendar(therapistId) };
  }

  /** Whoever has an appointment is told by its being cancelled, with the words that the practice has for it. */
  @HoldsPractice()
  async holdsComing(therapistId: string, on: Queryable): Promise<string | undefined> {
    const [row] = await on.query(COMING, [therapistId, this.clock.now()]);
    return row && row.appointments > 0 ? messages.stillComing(row.appointments) : undefined;
  }

  private async *lines(therapistId: string): AsyncGenerator<string> {
    yield CSV_MARK + csvLines([COLUMNS]);
    for await (const page of this.pages(therapistId)) {
      yield csvLines(
        page.map((row) => [
          row.id, row.local_date, row.local_time, row.timezone, row.duration_minutes, row.service_name, row.client_id, row.client_name, row.client_email, row.client_phone ?? '',
          row.place_kind ?? '', row.place_detail ?? '', row.status, row.no_show_at ? 'yes' : '', row.created_at.toISOString(), this.messageOf(row),
        ]),
      );
    }
  }

  private async *calendar(therapistId: string): AsyncGenerator<string> {
    const calendar = ical({ prodId: { company: 'Attune', product: 'Appointments', language: 'EN' }, name: 'Appointments' });
    const { host } = new URL(this.config.publicUrl);
    for await (const page of this.pages(therapistId)) {
      for (const row of page.filter(({ status }) => status !== 'cancelled')) {
        calendar.createEvent({
          id: `${row.id}@${host}`,
          sequence: row.sequence,
          stamp: row.created_at,
          start: row.starts_at,
          end: row.ends_at,
          summary: [row.service_name, row.client_name].filter((text) => text !== '').join(', '),
          class: ICalEventClass.PRIVATE,
          status: ICalEventStatus.CONFIRMED,
          ...(row.place_detail === null ? {} : { location: row.place_detail }),
        });
      }
    }
    yield `${calendar.toString().trimEnd()}\r\n`;
  }

  private messageOf(row: Appointment): string {
    return row.notes === null ? '' : (this.cipher.tryDecrypt(row.notes, NOTES_OWNER.place('notes', row)) ?? '');
  }

  private async *pages(therapistId: string): AsyncGenerator<Appointment[]> {
    let page: Appointment[] = [];
    do {
      const last = page.at(-1);
      page = await this.database.query(LIST, [therapistId, last?.starts_at ?? new Date(0), last?.id ?? FIRST_ID]);
      yield page;
    } while (page.length === AT_ONCE);
  }
}
