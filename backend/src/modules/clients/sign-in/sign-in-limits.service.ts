import { Injectable } from '@nestjs/common';
import { connectionOf, Limit, LimitEntry, Limits, subnetOf } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';

const TEN_MINUTES_MS = 600_000;
const HOUR_MS = 3_600_000;

interface LimitSet {
  connection: Limit;
  subnet: Limit;
  inAll: Limit;
}

/** Whether somebody is in therapy is health data: how often one may be told whether an address has an account. */
@Injectable()
export class SignInLimits {
  private readonly unknown: LimitSet;
  /** Never looked at: asking for an address with an account counts here, so that it takes as long as asking for one without. */
  private readonly known: LimitSet;

  constructor(
    private readonly limits: Limits,
    config: AppConfig,
  ) {
    const { perIp, perSubnet, inAll } = config.unknownClients;
    const set = (scope: string): LimitSet => ({
      connection: { scope: `${scope}-address`, max: perIp, windowMs: TEN_MINUTES_MS },
      subnet: { scope: `${scope}-subnet`, max: perSubnet, windowMs: HOUR_MS },
      inAll: { scope: `${scope}-all`, max: inAll, windowMs: HOUR_MS },
    });
    this.unknown = set('client-unknown');
    this.known = set('client-known');
  }

  /**
   * Sign-ins and registrations of one connection and its network queue up until the transaction ends, so that parallel ones cannot pass their limits
   * together. The limit in all has no queue: it may be passed by as many as the pool has connections.
   */
  async lock({ tx, actor }: Work): Promise<void> {
    for (const [limit, key] of entriesOf(this.unknown, actor.address).slice(0, 2)) await this.limits.serialize(limit, key, tx);
  }

  /** @returns whether so much was told that no address is told apart any more */
  async areExceeded({ tx, actor }: Work): Promise<boolean> {
    const allowed: boolean[] = [];
    for (const [limit, key] of entriesOf(this.unknown, actor.address)) allowed.push(await this.limits.allows(limit, key, tx));
    return allowed.includes(false);
  }

  /** @param known whether the answer is that of an address with an account, which tells nothing at the sign-in */
  async count({ tx, actor }: Work, known: boolean): Promise<void> {
    await this.limits.countAll(entriesOf(known ? this.known : this.unknown, actor.address), tx);
  }
}

function entriesOf({ connection, subnet, inAll }: LimitSet, address: string | null): LimitEntry[] {
  return [[connection, connectionOf(address)], [subnet, subnetOf(address)], [inAll, '']];
}
