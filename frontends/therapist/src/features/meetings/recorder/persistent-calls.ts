import { ApiError } from '@attune/shared-ui/runtime';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** `signed_out`: goes on with the next sign-in. `full`: the server has no room for more, and goes on when it does. */
export type Line = 'open' | 'lost' | 'signed_out' | 'full';

/** How the connection is. */
export interface LineState {
  line: Line;
  /** The server's own words about a line that is `full`. */
  noRoom: string | undefined;
}

export const OPEN_LINE: LineState = { line: 'open', noRoom: undefined };
const NO_ROOM = 507;

/** Calls that are made until the server has answered, for what must not be lost: a second one of the same changes nothing there. */
export class PersistentCalls {
  private wake: (() => void) | undefined;

  /** @param onLine told how the connection is whenever a call shows it */
  constructor(private readonly onLine: (state: LineState) => void) {}

  /**
   * @param isWanted asked before another try
   * @returns undefined once it is not wanted any more
   * @throws ApiError for what the server refuses for good
   */
  async make<Result>(call: () => Promise<Result>, isWanted: () => boolean): Promise<Result | undefined> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        const result = await call();
        this.onLine(OPEN_LINE);
        return result;
      } catch (error) {
        const refusal = error instanceof ApiError ? error : ApiError.unreachable();
        const { status, retryAfterSeconds = 0 } = refusal;
        if (!isWanted()) return undefined;
        if (!comesBack(status)) throw error;
        this.onLine(stateAfter(refusal));
        await this.pause(Math.max(wait, retryAfterSeconds * 1_000));
        if (!isWanted()) return undefined;
      }
    }
  }

  /** Does not wait for the next try: the connection, or the person, is back. */
  readonly tryNow = (): void => this.wake?.();

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      window.addEventListener('online', done);
      this.wake = done;
    });
  }
}

function stateAfter({ status, detail }: ApiError): LineState {
  if (status === NO_ROOM) return { line: 'full', noRoom: detail };
  return { line: status === 401 ? 'signed_out' : 'lost', noRoom: undefined };
}

/** No answer, too much at once, trouble on the server's side, or a sign-in that is over: the same call can succeed later. */
export function comesBack(status: number): boolean {
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
}
