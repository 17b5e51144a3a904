import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { User } from '../../auth/account.entity';
import type { Service } from '../../offerings/offering.entity';
import { StoredHours } from '../../scheduling/rules/working-rules';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { timeOffInstants } from '../time-off/time-off.entity';

interface BusyRow {
  /** Appointments, blocked time, time off and open holds as `[starts, ends]` in epoch milliseconds, sorted by start. */
  busy: [number, number][];
}

/** What free times are made of, in one statement. */
export interface AvailabilityRow extends BusyRow, Pick<TherapistProfile, 'timezone'>, Pick<Service, 'duration_minutes'> {
  /** The row of working_hours as JSON, or null while the defaults hold. */
  hours: StoredHours | null;
  /** Nothing can be booked anew for now. */
  paused: boolean;
}

/** What a new booking of a service needs to know. */
export interface BookableService
  extends
    Pick<Service, 'duration_minutes' | 'session_type' | 'online_place' | 'video_link' | 'visibility' | 'therapist_id'>,
    Pick<TherapistProfile, 'timezone' | 'phone' | 'phone_shown' | 'bookings_paused' | 'bookings_paused_message'>,
    Pick<User, 'is_active'> {
  /** Of the service, else of the practice. */
  address: string | null;
  service_id: Service['id'];
  service_name: Service['name'];
  therapist_name: TherapistProfile['display_name'];
  therapist_slug: TherapistProfile['custom_slug'];
  archived: boolean;
  hours: StoredHours | null;
}

const TIME_OFF = timeOffInstants('z.timezone');

/** Taken time of the therapist $1 as JSON; the other values stand where a statement has them. */
const busy = (at: { from: string; to: string; others: string; now: string }): string => `coalesce((
    select json_agg(json_build_array((extract(epoch from t.starts_at) * 1000)::bigint, (extract(epoch from t.ends_at) * 1000)::bigint) order by t.starts_at)
    from (
      select starts_at, ends_at from bookings
      where therapist_id = $1 and status <> 'cancelled' and starts_at >= ${at.from} and starts_at < ${at.to} and ${at.others}
      union all
      select starts_at, ends_at from busy_blocks
      where therapist_id = $1 and tstzrange(starts_at, ends_at) && tstzrange(${at.from}, ${at.to})
      union all
      select ${TIME_OFF.startsAt}, ${TIME_OFF.endsAt} from time_off o join therapist_profiles z on z.therapist_id = o.therapist_id
      where o.therapist_id = $1 and ${TIME_OFF.endsAt} > ${at.from} and ${TIME_OFF.startsAt} < ${at.to}
      union all
      select starts_at, ends_at from booking_holds
      where therapist_id = $1 and booking_id is null and expires_at > ${at.now} and starts_at >= ${at.from} and starts_at < ${at.to} and ${at.others}
    ) t), '[]') as busy`;

/** Who may see and book a service `s`: everybody, or the client whose id this is, at a practice that knows them. */
const openTo = (clientId: string): string => `(s.visibility = 'everybody' or s.visibility = 'clients' and exists (
           select from known_clients k where k.therapist_id = s.therapist_id and k.client_id = ${clientId}::uuid))`;

const FREE_TIME_FACTS = statement<AvailabilityRow>('availability-facts', `select p.timezone, s.duration_minutes, p.bookings_paused and $5::uuid is null as paused, to_json(w) as hours, ${busy({ from: '$3', to: '$4', others: 'id is distinct from $5::uuid', now: '$6' })}
         from users u
         join therapist_profiles p on p.therapist_id = u.id
         join services s on s.therapist_id = u.id and s.id = $2
         left join working_hours w on w.therapist_id = u.id
         where u.id = $1 and u.is_active and (s.archived_at is null and ${openTo('$7')} or $5::uuid is not null)`);

const BOOKABLE = statement<BookableService>('bookable-service', `select s.id as service_id, s.name as service_name, s.session_type, s.online_place, s.video_link, s.visibility, s.duration_minutes, u.id as therapist_id,
           coalesce(s.address, p.address) as address, p.phone, p.phone_shown, p.bookings_paused, p.bookings_paused_message,
           p.display_name as therapist_name, p.custom_slug as therapist_slug, u.is_active, s.archived_at is not null as archived, p.timezone, to_json(w) as hours
         from services s
         join users u on u.id = s.therapist_id and (u.is_active or $2)
         join therapist_profiles p on p.therapist_id = u.id
         left join working_hours w on w.therapist_id = u.id
         where s.id = $1 and (s.archived_at is null and ${openTo('$3')} or $2)`);

const BUSY_AROUND = statement<BusyRow>('busy-around', `select ${busy({ from: '$3', to: '$4', others: 'id <> all($2::uuid[])', now: '$5' })}`);

/** Between which instants taken time matters, and whose own time does not. */
interface BusyRequest {
  therapistId: string;
  startsAt: Date;
  endsAt: Date;
  /** Holds that have run out by then are free. */
  now: Date;
}

const BOOKING_LOCK = statement('booking-lock', 'select from pg_advisory_xact_lock(hashtextextended($1, 1))');

@Injectable()
export class AvailabilityRepository {
  constructor(private readonly database: Database) {}

  /**
   * With an ignored booking the service may be archived, hidden or paused: who has an appointment may move it.
   * @param request.ignoredId a booking that may move: its own time counts as free
   * @param request.clientId the signed-in client, to whom more services are open than to everybody
   */
  async findFacts(request: BusyRequest & { serviceId: string; ignoredId: string | null; clientId: string | null }): Promise<AvailabilityRow | undefined> {
    const { therapistId, serviceId, startsAt, endsAt, ignoredId, now, clientId } = request;
    const [row] = await this.database.query(FREE_TIME_FACTS, [therapistId, serviceId, startsAt, endsAt, ignoredId, now, clientId]);
    return row;
  }

  /** A service that can be booked: by everybody, or by this client. */
  async findBookable(serviceId: string, clientId: string | null = null): Promise<BookableService | undefined> {
    const [row] = await this.database.query(BOOKABLE, [serviceId, false, clientId]);
    return row;
  }

  /** The service of an appointment, also one that is not offered any more or not to everybody, and of a therapist who is gone. */
  async findBooked(serviceId: string): Promise<BookableService | undefined> {
    const [row] = await this.database.query(BOOKABLE, [serviceId, true, null]);
    return row;
  }

  /**
   * Taken time around appointments, as it stands inside the caller's transaction.
   * @param request.ignoredIds bookings that move, or a hold that is being confirmed: their own time counts as free
   */
  async findBusyAround({ therapistId, startsAt, endsAt, ignoredIds, now }: BusyRequest & { ignoredIds: readonly string[] }, on: Queryable = this.database): Promise<[number, number][]> {
    const [row] = await on.query(BUSY_AROUND, [therapistId, ignoredIds, startsAt, endsAt, now]);
    return row?.busy ?? [];
  }

  /**
   * One booking at a time per therapist. Without this lock 200 rivals for one slot at a pool of 50 turn the
   * exclusion constraint into a deadlock storm.
   */
  async lockTherapist(therapistId: string, on: Queryable): Promise<void> {
    await on.query(BOOKING_LOCK, [therapistId]);
  }
}
