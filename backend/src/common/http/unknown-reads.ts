import { connectionOf, CONNECTIONS_PER_SUBNET, Limit, subnetOf } from '../limits/limits';
import { ProcessCounts } from '../limits/process-counts';

const WINDOW_MS = 10 * 60_000;
/**
 * What visitors ask for that is not there, in this process: there is no end of names that somebody could make up, and each is looked for anew. So many of one
 * connection within 10 minutes, and five times as many of one network; after that, whoever shares it is answered one after the other.
 */
export class UnknownReads {
  private readonly counts = new ProcessCounts();
  private readonly perConnection: Limit;
  private readonly perNetwork: Limit;

  constructor(max: number) {
    this.perConnection = { scope: 'unknown-connection', max, windowMs: WINDOW_MS };
    this.perNetwork = { scope: 'unknown-network', max: CONNECTIONS_PER_SUBNET * max, windowMs: WINDOW_MS };
  }

  /** @returns the line in which the connection, or its whole network, waits from now on; undefined where there was not much */
  lineOf(address: string | null): string | undefined {
    const now = new Date();
    return this.countedOn(address).findLast(([limit, key]) => this.counts.secondsUntilAllowed(limit, key, now) > 0)?.[1];
  }

  count(address: string | null): void {
    for (const [limit, key] of this.countedOn(address)) this.counts.count(limit, key, new Date());
  }

  private countedOn(address: string | null): [Limit, string][] {
    return [[this.perConnection, connectionOf(address)], [this.perNetwork, subnetOf(address)]];
  }
}
