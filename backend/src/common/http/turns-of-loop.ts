import type { ServerResponse } from 'node:http';
import { subnetOf } from '../limits/limits';
import type { Asked } from './asked';

/** A few milliseconds: then the answers of the database come in that others wait for. */
const BEGIN_AT_ONCE = 8;
/** Node takes one new connection in a turn: so many come in before the next requests begin, else all stand in one line before the door. */
const COME_AT_ONCE = 64;

interface Waiter {
  response: ServerResponse;
  begin(): void;
}

/**
 * Lets few requests begin in one turn of the event loop, networks in turn. A crowd that is refused at once, such as by a path that is not there, holds no
 * connection of the database and no place in any line; begun all together it would hold the process itself.
 * @param stands which requests; left out, all
 * @param comers how many connections have come in so far
 */
export function beginInTurn(stands: (request: Asked) => boolean = () => true, comers: () => number = () => 0): (request: Asked, response: ServerResponse, next: () => void) => void {
  const waiting = new Map<string, Waiter[]>();
  let begun = 0;
  let isTurning = false;

  /** The next turn, once nobody new comes in or enough have. */
  const afterComers = (left = COME_AT_ONCE): void => {
    const before = comers();
    setImmediate(() => (left > 0 && comers() !== before ? afterComers(left - 1) : turn()));
  };

  const turn = (): void => {
    begun = 0;
    while (begun < BEGIN_AT_ONCE && waiting.size > 0) {
      const [[network, line]] = waiting as unknown as [[string, Waiter[]]];
      const waiter = line.shift();
      // Behind all others.
      waiting.delete(network);
      if (line.length > 0) waiting.set(network, line);
      if (!waiter || waiter.response.closed) continue;
      begun += 1;
      waiter.begin();
    }
    isTurning = begun > 0;
    if (isTurning) afterComers();
  };

  return (request, response, next) => {
    if (!stands(request)) return next();
    if (!isTurning) {
      isTurning = true;
      afterComers();
    }
    if (begun < BEGIN_AT_ONCE && waiting.size === 0) {
      begun += 1;
      return next();
    }
    const network = subnetOf(request.ip ?? null);
    const line = waiting.get(network);
    if (line) line.push({ response, begin: next });
    else waiting.set(network, [{ response, begin: next }]);
  };
}
