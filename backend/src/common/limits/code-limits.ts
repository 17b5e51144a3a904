import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { Actor } from '../access/actor';
import { Queryable } from '../database/database';
import { DomainError } from '../errors/domain-error';
import { PartFailures } from '../health/part-failures';
import { Handles, job } from '../jobs/job';
import { connectionOf, CONNECTIONS_PER_SUBNET, Limit, LimitEntry, Limits, subnetOf } from './limits';
import * as messages from './messages';

/** Few tries: the next round comes within the minute. */
const watchCodes = job<Record<string, never>>('maintenance', 'watch-codes', { attempts: 2, everyMs: 60_000 });

const HOUR_MS = 3_600_000;
/** Of one hold or one form, in this process alone: more than the tries of all its codes within the hour, whatever its rows say of tries. */
const WRONG_OF_ONE: Limit = { scope: 'code-wrong-of-one', max: 120, windowMs: HOUR_MS, inProcess: true };
/** What is counted of one thing that people do with codes. */
interface CodeCount {
  connection: Limit;
  subnet: Limit;
  /** Refuses nobody, for then a thief could lock everybody out: past it the operator is told. */
  inAll: Limit;
}

/** How many one-time codes a connection and its network may ask for and enter wrongly in an hour, whosever codes they are. */
@Injectable()
export class CodeLimits {
  private readonly logger = new Logger('codes');
  private readonly wrong: CodeCount;
  private readonly asked: CodeCount;

  constructor(
    private readonly limits: Limits,
    private readonly failures: PartFailures,
    { codes }: AppConfig,
  ) {
    this.wrong = countOf('code-wrong', codes.wrongPerConnection, codes.wrongAlarm, { inProcess: true });
    this.asked = countOf('code-asked', codes.askedPerConnection, codes.askedAlarm);
  }

  /** Whom a request that asks for a code waits for, in {@link Limits.inTurn}. */
  turnOf({ address }: Actor): string {
    return `codes ${subnetOf(address)}`;
  }

  /** Counts one more code that is asked for; one request at a time until the transaction ends. @throws DomainError too_many */
  async countAsked({ address }: Actor, tx: Queryable): Promise<void> {
    const entries = entriesOf(this.asked, address);
    const wait = await this.limits.reserveIn(tx, entries);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyCodesAsked, { retryAfterSeconds: wait });
    await this.limits.count(this.asked.inAll, '', tx);
  }

  /**
   * Looks at a code that somebody entered. A try counts before the look, so that parallel ones cannot pass together, and is given back
   * unless the code was wrong.
   * @param look undefined where there was no code to guess: that costs its connection a try, and nobody else who has one for the same thing
   * @param of what the code is for, by kind and id, where the rows of its tries are not held against anything
   * @throws DomainError too_many past the limits, whatever the code; what `look` throws
   */
  async tryCode<T>({ address }: Actor, look: () => Promise<T>, isWrong: (outcome: T) => boolean, of?: string): Promise<T> {
    const entries = entriesOf(this.wrong, address);
    const wait = Math.max(await this.limits.reserve(...entries), of ? this.limits.secondsHere(WRONG_OF_ONE, of) : 0);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyWrongCodes, { retryAfterSeconds: wait });
    let [wrong, guessed] = [false, false];
    try {
      const outcome = await look();
      wrong = isWrong(outcome);
      guessed = wrong && outcome !== undefined;
      return outcome;
    } finally {
      if (guessed && of) this.limits.takeHere(WRONG_OF_ONE, of);
      if (wrong) await this.limits.count(this.wrong.inAll, '');
      else await this.limits.release(...entries);
    }
  }

  /** Tells the operator when so many codes are asked for or wrong in all that it cannot be people's mistakes. */
  @Handles(watchCodes)
  async watch(): Promise<void> {
    const [wrong = 0, asked = 0] = await this.limits.hits([[this.wrong.inAll, ''], [this.asked.inAll, '']]);
    const alarms: string[] = [];
    if (asked > this.asked.inAll.max) alarms.push(messages.codesAskedAlarm(asked));
    if (wrong > this.wrong.inAll.max) alarms.push(messages.wrongCodesAlarm(wrong));
    for (const alarm of alarms) {
      this.logger.warn(alarm);
      await this.failures.note('codes', alarm);
    }
  }
}

function countOf(scope: string, perConnection: number, alarm: number, guesses: Pick<Limit, 'inProcess'> = {}): CodeCount {
  const limit = (part: string, max: number): Limit => ({ scope: `${scope}-${part}`, max, windowMs: HOUR_MS, ...guesses });
  const inAll: Limit = { scope: `${scope}-all`, max: alarm, windowMs: HOUR_MS };
  return { connection: limit('connection', perConnection), subnet: limit('subnet', CONNECTIONS_PER_SUBNET * perConnection), inAll };
}

/** The network first: everybody takes the turns in this order. */
function entriesOf({ connection, subnet }: CodeCount, address: string | null): LimitEntry[] {
  return [[subnet, subnetOf(address)], [connection, connectionOf(address)]];
}
