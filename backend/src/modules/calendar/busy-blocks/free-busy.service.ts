import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Limit, Limits } from '../../../common/limits/limits';
import { GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure } from '../../../integrations/google/google-failure';
import { OutsideAnswer, OutsideAnswers, OutsideCalendar, OutsideQuestion } from '../../bookings/availability/outside-calendar.service';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { leftOf } from './busy-blocks';
import { AskedAccount, FreeBusyRepository } from './free-busy.repository';

/** What was read longer ago is not taken for true any more. */
const OLD_AFTER_MS = 15 * MINUTE_MS;
/** In all, with the access token that may have to be fetched first. */
const LONGEST_MS = 2_000;
/** Google answers for a quarter of a year at once, and not for longer. */
const LONGEST_SPAN_MS = 60 * DAY_MS;
/** Questions at work in a process: while Google hangs, others do not wait for it, too. */
const MOST_AT_WORK = 4;
/** Of one therapist: strangers who book do not use up what Google grants. */
const QUESTIONS: Limit = { scope: 'calendar-questions', max: 60, windowMs: MINUTE_MS };
/** Of one connection, whoever it asks about: it does not use up a therapist's. */
const PER_CONNECTION: Limit = { scope: 'calendar-questions-address', max: 5, windowMs: MINUTE_MS };
/** How long a process keeps in mind which accounts are behind: bookings ask nobody about all the others. */
const REMEMBERED_MS = 5_000;

/** Asks Google whether a time is free, while its calendar was not read for a while. */
@Injectable()
export class FreeBusy extends OutsideCalendar {
  private atWork = 0;
  private behind: { askedAt: number; therapists: Promise<ReadonlySet<string>> } | undefined;

  constructor(
    private readonly google: GoogleCalendar,
    private readonly repository: FreeBusyRepository,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {
    super();
  }

  async ask(question: OutsideQuestion): Promise<OutsideAnswers> {
    const { therapist_id: therapistId, times, gapMinutes, asker } = question;
    if (times.length === 0 || !(await this.listBehind()).has(therapistId)) return new Map();
    const account = await this.repository.findAccount(therapistId, this.oldBefore());
    if (!account || account.calendars.length === 0) return new Map();
    const answers = new Map<number, OutsideAnswer>(times.map(({ starts_at }) => [starts_at.getTime(), 'unknown']));
    const isAnswering = account.isAllowed && (account.not_before === null || account.not_before <= this.clock.now());
    if (!isAnswering || (await asker?.mayAsk?.()) === false || !this.takeQuestion(therapistId, asker?.connection)) return answers;
    await this.google.prepare();
    const gap = gapMinutes * MINUTE_MS;
    const spans = times.map(({ starts_at, ends_at }) => ({ key: starts_at.getTime(), startsAt: new Date(starts_at.getTime() - gap), endsAt: new Date(ends_at.getTime() + gap) }));
    await this.inTime(async () => {
      const answered = await Promise.all(inSpans(spans).map((some) => this.askOf(account, therapistId, some)));
      for (const [key, answer] of answered.flat()) answers.set(key, answer);
    });
    return new Map(answers);
  }

  private takeQuestion(therapistId: string, connection: string | undefined): boolean {
    if (connection !== undefined && !this.limits.allowsHere(PER_CONNECTION, connection)) return false;
    if (!this.limits.takeHere(QUESTIONS, therapistId)) return false;
    return connection === undefined || this.limits.takeHere(PER_CONNECTION, connection);
  }

  /** What still waits for Google when its time is over keeps its place until it is done. */
  private async inTime(ask: () => Promise<void>): Promise<void> {
    if (this.atWork >= MOST_AT_WORK) return;
    this.atWork += 1;
    const answer = ask().finally(() => {
      this.atWork -= 1;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_MS);
    });
    await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  private async askOf({ calendars, refreshToken }: AskedAccount, therapistId: string, spans: readonly AskedSpan[]): Promise<[number, OutsideAnswer][]> {
    const [from, to] = [new Date(Math.min(...spans.map(({ startsAt }) => startsAt.getTime()))), new Date(Math.max(...spans.map(({ endsAt }) => endsAt.getTime())))];
    try {
      const { busy, unknown } = await this.google.freeBusy({ refreshToken }, calendars, from, to, { timeoutMs: LONGEST_MS });
      // Appointments of ours stand there, too; whether one is in the way is asked where they are made.
      const left = busy.length === 0 ? [] : leftOf(busy, await this.repository.listOwnTimes(therapistId, from, to));
      const isTaken = (span: AskedSpan): boolean => left.some(({ startsAt, endsAt }) => startsAt < span.endsAt && endsAt > span.startsAt);
      return spans.map((span) => [span.key, isTaken(span) ? 'busy' : unknown.length > 0 ? 'unknown' : 'free']);
    } catch (error) {
      if (error instanceof GoogleFailure) return spans.map(({ key }) => [key, 'unknown']);
      throw error;
    }
  }

  private listBehind(): Promise<ReadonlySet<string>> {
    const now = this.clock.now().getTime();
    if (!this.behind || Math.abs(now - this.behind.askedAt) >= REMEMBERED_MS) {
      const therapists = this.repository.listBehind(this.oldBefore());
      const asked = { askedAt: now, therapists };
      this.behind = asked;
      therapists.catch(() => {
        if (this.behind === asked) this.behind = undefined;
      });
    }
    return this.behind.therapists;
  }

  private oldBefore(): Date {
    return new Date(this.clock.now().getTime() - OLD_AFTER_MS);
  }
}

/** A time that is asked about, with what has to be free around it. */
interface AskedSpan {
  /** The instant at which it begins. */
  key: number;
  startsAt: Date;
  endsAt: Date;
}

/** As few questions as Google answers at once. */
function inSpans(spans: readonly AskedSpan[]): AskedSpan[][] {
  const together: AskedSpan[][] = [];
  for (const span of [...spans].sort((one, other) => one.key - other.key)) {
    const last = together.at(-1);
    const first = last?.[0];
    if (last && first && span.endsAt.getTime() - first.startsAt.getTime() <= LONGEST_SPAN_MS) last.push(span);
    else together.push([span]);
  }
  return together;
}
