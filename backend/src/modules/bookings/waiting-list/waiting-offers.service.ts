import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { MailEnds } from '../../clients/strangers/mail-ends.service';
import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { knownZone } from '../../../common/clock/zones';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, Upkeep } from '../../../common/jobs/job';
import { inTurns } from '../../../common/process/in-turns';
import { oneByOne } from '../../../common/process/one-by-one';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { formatDate, WallTime, wallTimeOf, ZoneClock } from '../../scheduling/rules/calendar';
import type { FreeDay } from '../../scheduling/rules/free-times';
import { AvailabilityService } from '../availability/availability.service';
import { TimeFreed } from '../changes/booking.events';
import { HoldService } from '../holds/hold.service';
import { confirmMail, offerMail } from './waiting-mail';
import { personOf, WaitingRepository, WaitingRow } from './waiting.repository';
import { firstWished } from './wishes';

/** Eight tries over about ten minutes: an offer is kept for two hours. */
export const sendWaitingMail = job<{ request_id: string; offer_id?: string }>('mail', 'send-waiting-mail', { attempts: 8, toTypedAddress: true });
const offerFreeTimes = job<{ therapist_id: string }>('maintenance', 'offer-free-times', { attempts: 3 });
/** What nobody tells of frees time as well: other hours, another day that can be booked. */
const lookForFreeTimes = job<Record<string, never>>('maintenance', 'look-for-free-times', { attempts: 2, everyMs: 15 * 60_000 });

const KEPT_MS = 2 * 3_600_000;
/** Of a practice at a time: what is kept for people who wait is free for nobody else. */
const MOST_OFFERED = 3;
/** Whoever let so many offers run out has found another way, or never meant to come. */
const MOST_UNANSWERED = 3;
/** The same of whoever says no to everything. */
const MOST_PASSED = 6;
/** So many requests of one network let a time run out before it is for others: else whoever waits under many names keeps it from everybody for days. */
const MOST_IN_VAIN = 2;
/** A therapist may take a change back for as long as nobody is told of it. */
const AFTER_CHANGE_MS = 5_000;
/** What is looked through, from tomorrow on. */
const LOOK_AHEAD_DAYS = 61;
/** Two hours are over before anybody wakes up: offers go out by day, by the clock of whoever waits. */
const DAYTIME = { first: 8 * 60, last: 20 * 60 };

/** Offers times that have become free to people who wait for them, one after the other. */
@Injectable()
export class WaitingOffersService {
  constructor(
    private readonly works: Works,
    private readonly repository: WaitingRepository,
    private readonly ends: MailEnds,
    private readonly introductions: IntroductionsService,
    private readonly availability: AvailabilityService,
    private readonly holds: HoldService,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** One look does for many changes. Whoever keeps putting it off does so until the next look everywhere. */
  @OnEvent(TimeFreed)
  async lookSoon({ therapistId }: TimeFreed, work: Work): Promise<void> {
    if (!(await this.repository.hasWaiting(therapistId, work.tx))) return;
    await work.enqueueOnce(offerFreeTimes, this.config.booking.changeMailDelayMs + AFTER_CHANGE_MS, { therapist_id: therapistId });
  }

  @Handles(lookForFreeTimes)
  async lookEverywhere(): Promise<void> {
    await oneByOne(() => this.repository.listPractices(this.clock.now()), (therapist_id) => this.offer({ therapist_id }));
  }

  /** Each free time to the first who wishes it and was not offered it before; nobody is offered two at once, nor are two of one network, and one network a time no more than twice. */
  @Handles(offerFreeTimes)
  async offer({ therapist_id: therapistId }: { therapist_id: string }): Promise<void> {
    const now = this.clock.now();
    const free = new Map<string, FreeDay[]>();
    const open = await this.listAnswering(therapistId, now);
    const standing = open.filter(({ offer }) => offer?.answer === null);
    const networks = new Set(standing.map(networkOf));
    const spent = await this.repository.listSpent(therapistId, now, MOST_IN_VAIN);
    let offered = standing.length;
    for await (const request of inTurns(open)) {
      if (offered >= MOST_OFFERED) return;
      if (request.offer || networks.has(networkOf(request)) || !isDaytime(request, now)) continue;
      const days = free.get(request.service_id) ?? (await this.freeDaysOf(request, now));
      free.set(request.service_id, days);
      const before = new Set([...request.offered, ...(spent.get(networkOf(request)) ?? [])].map((at) => wallText(wallTimeOf(request.timezone, at.getTime()))));
      const time = firstWished(days, request.details().wishes, before);
      if (!time) continue;
      await this.offerOne(request, time);
      offered += 1;
      networks.add(networkOf(request));
      // Whoever else books in between: what is free is another thing now.
      free.clear();
    }
  }

  /** Nothing, once the offer or the request is over. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendWaitingMail)
  async send({ request_id, offer_id }: { request_id: string; offer_id?: string }): Promise<void> {
    const now = this.clock.now();
    const request = await this.repository.findRequest(request_id, now);
    if (!request || request.ended_at || request.expires_at <= now) return;
    const { client_email } = request.details();
    const first = await this.introductions.mailBlocksFor(request.therapist_id, client_email);
    if (offer_id === undefined) {
      // What was confirmed is theirs; before that anybody asks in anybody's name.
      const end = await this.ends.of({ therapist_id: request.therapist_id, client_email });
      if (end === 'ended') return;
      return this.mailer.deliver(confirmMail(request, this.config.publicUrl, end, first), { practice: request.therapist_id });
    }
    if (request.offer?.id === offer_id && request.offer.answer === null) await this.mailer.deliver(offerMail(request, request.offer, this.config.publicUrl, first), { practice: request.therapist_id });
  }

  @Upkeep('waiting lists')
  deleteOld(): Promise<number> {
    return this.repository.deleteOld(this.clock.now());
  }

  /** Those who wait; the requests of those who did not answer, or said no, often enough end. */
  private async listAnswering(therapistId: string, now: Date): Promise<WaitingRow[]> {
    const open = await this.repository.listOpen(therapistId, now);
    const passing = open.filter(({ offer, unanswered, passed }) => !offer && (unanswered >= MOST_UNANSWERED || passed >= MOST_PASSED));
    if (passing.length === 0) return open;
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      for (const { id } of passing) await this.repository.end(id, work.now(), work.tx);
    });
    return open.filter((request) => !passing.includes(request));
  }

  /** None for a service that is gone or not open to everybody, and while bookings are paused. */
  private async freeDaysOf({ therapist_id, service_id, timezone }: WaitingRow, now: Date): Promise<FreeDay[]> {
    const today = ZoneClock.of(timezone).dayOf(now.getTime());
    try {
      const { days } = await this.availability.freeTimes({ therapistId: therapist_id, serviceId: service_id, from: formatDate(today + 1), to: formatDate(today + LOOK_AHEAD_DAYS) });
      return days;
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  }

  /** Whoever came first in between has it. */
  private async offerOne(request: WaitingRow, { date, time }: WallTime): Promise<void> {
    const booking = { ...personOf(request.details()), service_id: request.service_id, appointment_date: date, appointment_time: time };
    try {
      const service = await this.availability.bookable(request.service_id);
      const slot = this.availability.allowed(service, date, time);
      await this.works.begin(SYSTEM_ACTOR, async (work) => {
        await this.availability.lock(work, slot);
        if (!(await this.repository.lockWaiting(request.id, work.now(), work.tx))) return;
        await this.availability.assertFree(work, service, slot);
        const expires_at = new Date(work.now().getTime() + KEPT_MS);
        const id = await this.holds.keep(work, { booking, slot }, expires_at);
        await this.repository.insertOffer({ id, request_id: request.id, starts_at: slot.starts_at, created_at: work.now(), expires_at }, work.tx);
        await work.enqueue(sendWaitingMail, { request_id: request.id, offer_id: id });
        await work.enqueueLater(offerFreeTimes, KEPT_MS + AFTER_CHANGE_MS, { therapist_id: request.therapist_id });
        await work.record({ action: 'offer_time', subjectType: 'therapist', subjectId: request.therapist_id });
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** Of requests from before it was kept, each counts for itself. */
function networkOf({ id, network_hash }: WaitingRow): string {
  return network_hash?.toString('hex') ?? id;
}

function isDaytime({ timezone, ...request }: WaitingRow, now: Date): boolean {
  const minute = ZoneClock.of(knownZone(request.details().client_timezone) ?? timezone).minuteOf(now.getTime());
  return minute >= DAYTIME.first && minute < DAYTIME.last;
}

function wallText({ date, time }: WallTime): string {
  return `${date} ${time}`;
}
