import { ApiError } from '@attune/shared-ui/runtime';
import { timeWords } from './note-words';
import { editorMessages as messages } from './messages';

/** What is said about the draft. `kept`: all that was typed is on the server. */
export interface DraftState {
  kept: boolean;
  words: string;
  /** It needs somebody's attention. */
  trouble: boolean;
}

/** What became of a try; an instant when it was kept, null when there was nothing to keep. */
export type Outcome = { savedAt: string | null } | { refused: string };

const PAUSE_MS = 1_500;
const LONGEST_MS = 8_000;
const AGAIN_MS = [3_000, 8_000, 20_000];

const NOTHING: DraftState = { kept: true, words: '', trouble: false };

/**
 * Saves a draft once somebody pauses, and at the latest every few seconds; one try at a time. After a failure it tries again by
 * itself, at once when the line is back.
 */
export class Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private dueBy = 0;
  private touched = false;
  private failures = 0;
  private stopped = false;
  private ended = false;

  constructor(
    private readonly save: (byItself: boolean) => Promise<Outcome>,
    private readonly tell: (state: DraftState) => void,
  ) {}

  /** Something was typed. */
  touch(): void {
    if (this.stopped) return;
    const now = Date.now();
    if (!this.touched) this.dueBy = now + LONGEST_MS;
    this.touched = true;
    if (this.failures === 0) this.plan(Math.min(PAUSE_MS, this.dueBy - now));
  }

  /** Saves now what was typed. */
  async flush(byItself = false): Promise<void> {
    clearTimeout(this.timer);
    if (this.running) await this.running;
    if (!this.touched || this.stopped) return;
    this.running = this.tryOnce(byItself).finally(() => (this.running = undefined));
    await this.running;
  }

  /** Nothing is saved any more, and nothing is on its way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** A last try; what it does not reach the server with stays in this tab, for the next editor. */
  end(): void {
    this.ended = true;
    void this.flush();
  }

  /** Goes on after a save of the note itself that failed. */
  resume(): void {
    this.stopped = false;
    this.failures = 0;
    this.touch();
  }

  private plan(inMs: number): void {
    clearTimeout(this.timer);
    if (this.stopped || this.ended) return;
    this.timer = setTimeout(() => void this.flush(this.failures > 0), Math.max(0, inMs));
  }

  private async tryOnce(byItself: boolean): Promise<void> {
    this.touched = false;
    if (this.failures === 0) this.tell({ kept: false, words: messages.saving, trouble: false });
    try {
      const outcome = await this.save(byItself);
      this.failures = 0;
      this.tell('refused' in outcome ? { kept: false, words: outcome.refused, trouble: true } : toldOf(outcome.savedAt));
      if (this.touched) this.plan(PAUSE_MS);
    } catch (error) {
      this.touched = true;
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    const { status = 0, detail = '', errors, retryAfterSeconds = 0 } = error instanceof ApiError ? error : {};
    const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (isFinal) {
      // A session that is over has a notice of its own.
      this.failures = 0;
      this.tell({ kept: false, words: status === 401 ? '' : (errors?.[0]?.message ?? detail), trouble: true });
      return;
    }
    const wait = Math.max(AGAIN_MS[Math.min(this.failures, AGAIN_MS.length - 1)] ?? 0, retryAfterSeconds * 1000);
    this.failures += 1;
    this.tell({ kept: false, words: status === 0 ? messages.offline : messages.failed, trouble: true });
    this.plan(wait);
  }
}

function toldOf(savedAt: string | null): DraftState {
  return savedAt === null ? NOTHING : { kept: true, words: messages.savedAt(timeWords(savedAt)), trouble: false };
}

export const NO_DRAFT_YET = NOTHING;
