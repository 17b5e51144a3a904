import { DomainError } from '../errors/domain-error';
import { connectionOf, CONNECTIONS_PER_SUBNET, Limit, subnetOf } from '../limits/limits';
import { ProcessCounts } from '../limits/process-counts';

const WINDOW_MS = 10 * 60_000;
const TOO_MANY = 'Too many pages that do not exist were asked for from your connection. Please try again in a few minutes.';

/**
 * What visitors ask for that is not there, in this process: there is no end of names that somebody could make up, and each is looked for anew. So many of one
 * connection within 10 minutes, and five times as many of one network; what is kept is answered all the same.
 */
export class UnknownReads {
  private readonly counts = new ProcessCounts();
  private readonly perConnection: Limit;
  private readonly perNetwork: Limit;

  constructor(max: number) {
    this.perConnection = { scope: 'unknown-connection', max, windowMs: WINDOW_MS };
    this.perNetwork = { scope: 'unknown-network', max: CONNECTIONS_PER_SUBNET * max, windowMs: WINDOW_MS };
  }

  /** @throws DomainError too_many */
  check(address: string | null): void {
    const now = new Date();
    const retryAfterSeconds = Math.max(...this.countedOn(address).map(([limit, key]) => this.counts.secondsUntilAllowed(limit, key, now)));
    if (retryAfterSeconds > 0) throw new DomainError('too_many', TOO_MANY, { retryAfterSeconds });
  }

  count(address: string | null): void {
    for (const [limit, key] of this.countedOn(address)) this.counts.count(limit, key, new Date());
  }

  private countedOn(address: string | null): [Limit, string][] {
    return [[this.perConnection, connectionOf(address)], [this.perNetwork, subnetOf(address)]];
  }
}
