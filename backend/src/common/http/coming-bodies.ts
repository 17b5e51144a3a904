import type { Request } from 'express';
import { connectionOf, subnetOf } from '../limits/limits';

/** So many of one line, and of one network: each holds a connection to the process, over a proxy as well, and there are only so many. A person sends a few at once. */
const MOST = { ofConnection: 64, ofNetwork: 250 };
/** What a browser sends is there by then. */
const SLOW_MS = 2_000;

interface Coming {
  request: Request;
  line: string;
  network: string;
  since: number;
}

/** Bodies of the usual size that are on their way, of everybody without and with a session. Where there are too many, the one that has taken longest loses its connection: others of an office are not shut out by it. */
export class ComingBodies {
  private readonly coming = new Set<Coming>();

  /** @returns ends it; undefined where one more is too many, and none of them is slow */
  enter(request: Request, address: string): (() => void) | undefined {
    const now = Date.now();
    const one = { request, line: connectionOf(address), network: subnetOf(address), since: now };
    for (const [key, most] of [['line', MOST.ofConnection], ['network', MOST.ofNetwork]] as const) {
      const like = [...this.coming].filter((each) => each[key] === one[key]);
      if (like.length < most) continue;
      const [slowest] = like;
      if (slowest === undefined || now - slowest.since < SLOW_MS) return undefined;
      this.coming.delete(slowest);
      slowest.request.destroy();
    }
    this.coming.add(one);
    return () => void this.coming.delete(one);
  }
}
