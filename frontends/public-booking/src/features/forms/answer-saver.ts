import type { AnswerValue } from '@attune/shared-ui/intake';
import { ApiError } from '@attune/shared-ui/runtime';

/** Not saved yet, by the ids of the questions; undefined takes an answer away. */
export type Unsaved = ReadonlyMap<string, AnswerValue | undefined>;

export interface SaverState {
  unsaved: Unsaved;
  /** What the server found wrong with answers. */
  refused: ReadonlyMap<string, string>;
  /** `waiting`: the way to the server is broken, and is tried again. */
  phase: 'idle' | 'saving' | 'waiting';
}

export interface SaverWays {
  save: (questionId: string, value: AnswerValue | undefined) => Promise<unknown>;
  /** Half-typed answers are kept here and not sent. */
  isComplete: (questionId: string, value: AnswerValue | undefined) => boolean;
  onSaved: (questionId: string, value: AnswerValue | undefined) => void;
  /** The form cannot be changed here as it is: it is over, has changed, or asks for a code. */
  onLost: () => void;
  /** Keeps what is not saved for the tab. */
  keep: (unsaved: Unsaved) => void;
}

const TYPING_MS = 500;
const AGAIN_MS = [2_000, 5_000, 15_000, 30_000];
/** The form itself is another one now. */
const LOST = new Set([403, 404, 409]);

/** Saves answers one after the other, as they are given; keeps them while there is no way to the server, and tries again. */
export class AnswerSaver {
  private state: SaverState;
  private timer: number | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;
  private readonly listeners = new Set<() => void>();

  constructor(
    unsaved: Unsaved,
    private ways: SaverWays,
  ) {
    this.state = { unsaved, refused: new Map(), phase: 'idle' };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): SaverState => this.state;

  use(ways: SaverWays): void {
    this.ways = ways;
  }

  give(questionId: string, value: AnswerValue | undefined): void {
    const refused = new Map(this.state.refused);
    refused.delete(questionId);
    this.change({ unsaved: new Map(this.state.unsaved).set(questionId, value), refused });
    this.after(TYPING_MS);
  }

  /** At once, such as when the page is left or the connection is back. */
  flush(): Promise<void> {
    window.clearTimeout(this.timer);
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.change({ phase: 'saving' });
      const [questionId, value] = next;
      try {
        await this.ways.save(questionId, value);
        this.failures = 0;
        this.settle(questionId, value);
        this.ways.onSaved(questionId, value);
      } catch (error) {
        if (!this.goesOn(error, questionId, value)) return;
      }
    }
    this.change({ phase: 'idle' });
  }

  /** @returns whether the others can be saved now */
  private goesOn(error: unknown, questionId: string, value: AnswerValue | undefined): boolean {
    const { status = 0, detail = '' } = error instanceof ApiError ? error : {};
    if (status === 422 || status === 400 || status === 413) {
      this.change({ refused: new Map(this.state.refused).set(questionId, detail) });
      this.settle(questionId, value, true);
      return true;
    }
    if (LOST.has(status)) {
      this.change({ phase: 'idle' });
      this.ways.onLost();
    } else {
      this.change({ phase: 'waiting' });
      this.after(AGAIN_MS[Math.min(this.failures, AGAIN_MS.length - 1)] ?? 0);
      this.failures += 1;
    }
    return false;
  }

  /** What was typed again meanwhile is saved again. What was refused stays on the page, and is not sent until it changes. */
  private settle(questionId: string, value: AnswerValue | undefined, isRefused = false): void {
    if (isRefused || this.state.unsaved.get(questionId) !== value) return;
    const unsaved = new Map(this.state.unsaved);
    unsaved.delete(questionId);
    this.change({ unsaved });
  }

  private next(): [string, AnswerValue | undefined] | undefined {
    return [...this.state.unsaved].find(([id, value]) => !this.state.refused.has(id) && this.ways.isComplete(id, value));
  }

  private after(ms: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), ms);
  }

  private change(change: Partial<SaverState>): void {
    this.state = { ...this.state, ...change };
    if (change.unsaved) this.ways.keep(change.unsaved);
    for (const listener of this.listeners) listener();
  }
}
