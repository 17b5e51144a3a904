import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { User } from '../../auth/account.entity';
import type { Service } from '../../offerings/offering.entity';
import { PublicOffering, publicOfferings, PublicRow, selectPublicOfferings } from '../../offerings/offerings.service';
import { StoredHours } from '../../scheduling/rules/working-rules';
import type { BusyVersion } from '../../scheduling/working-hours/working-hours.entity';
import { PublicProfile, SELECT_PUBLIC_PROFILE } from '../../therapists/public/public-therapists.service';
import type { TherapistProfile } from '../../therapists/therapist.entity';
import { timeOffInstants } from '../time-off/time-off.entity';

interface BusyRow {
  /** Appointments, blocked time, time off and open holds as `[starts, ends]` in epoch milliseconds, sorted by start. */
  busy: TakenTime[];
}

/** `[starts, ends]` in epoch milliseconds. */
export type TakenTime = [number, number];

/** What free times are made of, in one statement. */
export interface AvailabilityRow extends BusyRow, Pick<TherapistProfile, 'timezone'>, Pick<Service, 'duration_minutes'> {
  /** The row of working_hours as JSON, or null while the defaults hold. */
  hours: StoredHours | null;
  /** Nothing can be booked anew for now. */
  paused: boolean;
  /** When the first of the open holds runs out, in epoch milliseconds. */
  held_until: number | null;
  /** Of the therapist's calendars; null where nothing ever was in them. */
  blocks_version: BusyVersion['version'] | null;
  /** What is taken in the calendars from now on, sorted and apart; null where the version is the one that was known. */
  blocks: TakenTime[] | null;
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

const AS_JSON = `json_agg(json_build_array((date_part('epoch', t.starts_at) * 1000)::bigint, (date_part('epoch', t.ends_at) * 1000)::bigint) order by t.starts_at)`;

/** Times of the calendars of the therapist $1. A full calendar's lie over each other and are sent as one. */
const blocks = (when: string): string => `select lower(m.taken) as starts_at, upper(m.taken) as ends_at from (
        select unnest(range_agg(tstzrange(starts_at, ends_at))) as taken from busy_blocks where therapist_id = $1 and ${when}
      ) m`;

/** Taken time of the therapist $1 as JSON; the other values stand where a statement has them. */
const busy = (at: { from: string; to: string; others: string; now: string; also?: string }): string => `coalesce((
    select ${AS_JSON}
    from (
      select starts_at, ends_at from bookings
      where therapist_id = $1 and status <> 'cancelled' and starts_at >= ${at.from} and starts_at < ${at.to} and ${at.others}
${at.also === undefined ? '' : `      union all\n      ${at.also}\n`}      union all
      select ${TIME_OFF.startsAt}, ${TIME_OFF.endsAt} from time_off o join therapist_profiles z on z.therapist_id = o.therapist_id
      where o.therapist_id = $1 and ${TIME_OFF.endsAt} > ${at.from} and ${TIME_OFF.startsAt} < ${at.to}
      union all
      select starts_at, ends_at from booking_holds
      where therapist_id = $1 and booking_id is null and expires_at > ${at.now} and starts_at >= ${at.from} and starts_at < ${at.to} and ${at.others}
    ) t), '[]') as busy`;

/** Who may see and book a service `s`: everybody, or the client whose ids these are, at a practice that knows them. */
const openTo = (own: string): string => `(s.visibility = 'everybody' or s.visibility = 'clients' and exists (
           select from known_clients k where k.therapist_id = s.therapist_id and k.client_id = any(${own}::uuid[])))`;

/** Of the therapist $1; the values stand where a statement has them. */
const facts = (at: { service: string; from: string; to: string; ignored: string; now: string; own: string; known: string }): string => `select p.timezone, s.duration_minutes, p.bookings_paused and ${at.ignored}::uuid is null as paused, to_json(w) as hours, ${busy({ ...at, others: `id is distinct from ${at.ignored}::uuid` })},
           (select floor(date_part('epoch', min(expires_at)) * 1000) from booking_holds where therapist_id = $1 and booking_id is null and expires_at > ${at.now}) as held_until,
           v.version as blocks_version, case when v.version <> ${at.known}::uuid or ${at.known}::uuid is null and v.version is not null then (select ${AS_JSON} from (${blocks(`ends_at > ${at.now}`)}) t) end as blocks
         from users u
         join therapist_profiles p on p.therapist_id = u.id
         join services s on s.therapist_id = u.id and s.id = ${at.service}
         left join working_hours w on w.therapist_id = u.id
         left join busy_versions v on v.therapist_id = u.id
         where u.id = $1 and u.is_active and (s.archived_at is null and ${openTo(at.own)} or ${at.ignored}::uuid is not null)`;

const FREE_TIME_FACTS = statement<AvailabilityRow>('availability-facts', facts({ service: '$2', from: '$3', to: '$4', ignored: '$5', now: '$6', own: '$7', known: '$8' }), { plan: 'generic', connection: 'shared' });

/** A practice's page before anything is tapped. No row unless the therapist is active. */
export interface FirstViewRow {
  profile: PublicProfile;
  offerings: PublicRow[] | null;
  /** Of the first of the services; null where there is none. */
  times: AvailabilityRow | null;
}

const FIRST_VIEW = statement<FirstViewRow>('availability-first-view', `with profile as (${SELECT_PUBLIC_PROFILE} where p.therapist_id = $1),
           offerings as materialized (${selectPublicOfferings('p.therapist_id = $1')})
         select to_json(profile) as profile, (select json_agg(o) from offerings o) as offerings,
           (select to_json(f) from (${facts({ service: '(select o.id from offerings o limit 1)', from: '$2', to: '$3', ignored: 'null', now: '$4', own: `'{}'`, known: '$5' })}) f) as times
         from profile`, { plan: 'generic' });

const BOOKABLE = statement<BookableService>('bookable-service', `select s.id as service_id, s.name as service_name, s.session_type, s.online_place, s.video_link, s.visibility, s.duration_minutes, u.id as therapist_id,
           coalesce(s.address, p.address) as address, p.phone, p.phone_shown, p.bookings_paused, p.bookings_paused_message,
           p.display_name as therapist_name, p.custom_slug as therapist_slug, u.is_active, s.archived_at is not null as archived, p.timezone, to_json(w) as hours
         from services s
         join users u on u.id = s.therapist_id and (u.is_active or $2)
         join therapist_profiles p on p.therapist_id = u.id
         left join working_hours w on w.therapist_id = u.id
         where s.id = $1 and (s.archived_at is null and ${openTo('$3')} or $2)`, { plan: 'generic' });

const BUSY_AROUND = statement<BusyRow>('busy-around', `select ${busy({ from: '$3', to: '$4', others: 'id <> all($2::uuid[])', now: '$5', also: blocks('tstzrange(starts_at, ends_at) && tstzrange($3, $4)') })}`, { plan: 'generic' });

/** Between which instants taken time matters, and whose own time does not. */
interface BusyRequest {
  therapistId: string;
  startsAt: Date;
  endsAt: Date;
  /** Holds that have run out by then are free. */
  now: Date;
}

interface FactsRequest extends BusyRequest {
  serviceId: string;
  ignoredId: string | null;
  own: readonly string[];
}
export type Facts = Omit<AvailabilityRow, 'blocks' | 'blocks_version'>;

/** What a practice's page shows first, all of one moment. */
export interface FirstView {
  profile: PublicProfile;
  offerings: PublicOffering[];
  /** Of the first of the services. */
  times: Facts | null;
}

const BOOKING_LOCK = statement('booking-lock', 'select from pg_advisory_xact_lock(hashtextextended($1, 1))', { plan: 'generic' });

/** Times that are kept in memory, of all therapists together: about 20 MB at most. */
const MOST_KEPT_TIMES = 200_000;
/** A calendar with more times is asked about by one request after the other: when it has changed, it is read once and not by all of them. */
const FULL = 2_500;

interface KnownTimes {
  version: string;
  times: TakenTime[];
}

@Injectable()
export class AvailabilityRepository {
  /** What the calendars of therapists have taken, each with its version: reading thousands of times again takes longer than all else. */
  private readonly known = new LRUCache<string, KnownTimes>({ maxSize: MOST_KEPT_TIMES, sizeCalculation: ({ times }) => times.length + 1 });

  /** Whose calendar is full, until the last of those who ask is done. */
  private readonly lines = new Map<string, Promise<void>>();

  constructor(private readonly database: Database) {}

  /**
   * With an ignored booking the service may be archived, hidden or paused: who has an appointment may move it.
   * @param request.ignoredId a booking that may move: its own time counts as free
   * @param request.own the signed-in client's ids, to whom more services are open than to everybody; none for anybody
   */
  findFacts(request: FactsRequest): Promise<Facts | undefined> {
    return this.inLine(request, (known) => this.readFacts(request, known));
  }

  /** Undefined unless the therapist is active. @param request between which instants times may be told */
  findFirstView(request: BusyRequest): Promise<FirstView | undefined> {
    return this.inLine(request, async (known) => {
      const { therapistId, startsAt, endsAt, now } = request;
      const [row] = await this.database.query(FIRST_VIEW, [therapistId, startsAt, endsAt, now, known?.version ?? null]);
      if (!row) return undefined;
      return { profile: row.profile, offerings: publicOfferings(row.offerings ?? []) ?? [], times: row.times && this.withBlocks(row.times, known, request) };
    });
  }

  private async inLine<T>({ therapistId }: BusyRequest, read: (known: KnownTimes | undefined) => Promise<T>): Promise<T> {
    const before = this.lines.get(therapistId);
    if (!before && (this.known.get(therapistId)?.times.length ?? 0) <= FULL) return read(this.known.get(therapistId));
    const reading = (before ?? Promise.resolve()).then(() => read(this.known.get(therapistId)));
    const over = reading.then(noop, noop).then(() => {
      if (this.lines.get(therapistId) === over) this.lines.delete(therapistId);
    });
    this.lines.set(therapistId, over);
    return reading;
  }

  private async readFacts(request: FactsRequest, known: KnownTimes | undefined): Promise<Facts | undefined> {
    const { therapistId, serviceId, startsAt, endsAt, ignoredId, now, own } = request;
    const [row] = await this.database.query(FREE_TIME_FACTS, [therapistId, serviceId, startsAt, endsAt, ignoredId, now, own, known?.version ?? null]);
    return row && this.withBlocks(row, known, request);
  }

  private withBlocks(row: AvailabilityRow, known: KnownTimes | undefined, { therapistId, startsAt, endsAt }: BusyRequest): Facts {
    if (row.blocks_version === null) return row;
    const times = row.blocks_version === known?.version ? known.times : (row.blocks ?? []);
    if (times !== known?.times) this.known.set(therapistId, { version: row.blocks_version, times });
    return { ...row, busy: inOrder(row.busy, within(times, startsAt.getTime(), endsAt.getTime())) };
  }

  /** A service that can be booked: by everybody, or by the client with these ids. */
  async findBookable(serviceId: string, own: readonly string[] = []): Promise<BookableService | undefined> {
    const [row] = await this.database.query(BOOKABLE, [serviceId, false, own]);
    return row;
  }

  /** The service of an appointment, also one that is not offered any more or not to everybody, and of a therapist who is gone. */
  async findBooked(serviceId: string, on: Queryable = this.database): Promise<BookableService | undefined> {
    const [row] = await on.query(BOOKABLE, [serviceId, true, []]);
    return row;
  }

  /**
   * Taken time around appointments, as it stands inside the caller's transaction.
   * @param request.ignoredIds bookings that move, or a hold that is being confirmed: their own time counts as free
   */
  async findBusyAround({ therapistId, startsAt, endsAt, ignoredIds, now }: BusyRequest & { ignoredIds: readonly string[] }, on: Queryable = this.database): Promise<TakenTime[]> {
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

const noop = (): void => undefined;

/** @param times sorted and apart */
function within(times: readonly TakenTime[], from: number, to: number): TakenTime[] {
  return times.filter(([starts, ends]) => ends > from && starts < to);
}

function inOrder(some: TakenTime[], others: TakenTime[]): TakenTime[] {
  return [...some, ...others].sort(([one], [other]) => one - other);
}
