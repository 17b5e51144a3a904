import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock/clock';
import type { PracticeVersionsService } from '../modules/therapists/public/practice-versions.service';

/** What an entry takes beside its bytes. */
const OVERHEAD_BYTES = 500;
/** The rows by which changes are known stay for an hour. */
const LONGEST_MS = 1_800_000;

/** Bytes that are ready to be sent. */
export interface Answer {
  body: Buffer;
  /** What it takes, where that is more. */
  bytes?: number;
}

/** Either what is known, or what finds it out. */
export type Known<A extends object> = A | (() => Promise<A>);

/** Finds out what is not known. */
export function found<A extends object>(known: Known<A>): A | Promise<A> {
  return typeof known === 'function' ? (known as () => Promise<A>)() : known;
}

/** What follows from it, found out only where that has to be. */
export function following<A extends object, B extends object>(known: Known<A>, next: (value: A) => Known<B>): Known<B> {
  return typeof known === 'function' ? async () => found(next(await (known as () => Promise<A>)())) : next(known);
}

export interface MadeAnswer<A extends Answer> {
  answer: A;
  /** Until when it stays true while nothing is changed: epoch milliseconds, excluded. Left out where it does not depend on the moment. */
  until?: number;
}

interface Kept {
  version: string;
  answer: Answer;
  /** For these moments it is true. */
  from: number;
  until: number;
}

/**
 * What visitors are told about practices, kept while it is true: each answer with the version of its practice that it was made of. Those that nobody asked
 * for go first.
 */
export class KeptAnswers {
  /** Undefined where nothing is kept. */
  private readonly kept: LRUCache<string, Kept> | undefined;
  private readonly making = new Map<string, Promise<Kept>>();

  constructor(
    private readonly versions: PracticeVersionsService,
    private readonly clock: Clock,
    mostBytes: number,
  ) {
    const sizeCalculation = ({ answer }: Kept, key: string): number => Math.ceil(answer.bytes ?? answer.body.length) + key.length + OVERHEAD_BYTES;
    if (mostBytes > 0) this.kept = new LRUCache({ maxSize: mostBytes, sizeCalculation });
  }

  /**
   * @param key all that the answer depends on beside the practice and the moment; says as well which kind of answer it is
   * @param make reads the database; what it throws is kept for nobody, but told to all who wait for it
   */
  take<A extends Answer>(therapistId: string, key: string, make: () => Promise<MadeAnswer<A>>): Known<A> {
    if (!this.kept) return async () => (await make()).answer;
    const place = `${therapistId} ${key}`;
    const version = this.versions.known(therapistId);
    const kept = version === undefined ? undefined : this.trueNow(place, version);
    return (kept as A | undefined) ?? (() => this.read(therapistId, place, make) as Promise<A>);
  }

  private trueNow(place: string, version: string): Answer | undefined {
    const kept = this.kept?.get(place);
    const now = this.clock.now().getTime();
    return kept && kept.version === version && kept.from <= now && now < kept.until ? kept.answer : undefined;
  }

  private async read(therapistId: string, place: string, make: () => Promise<MadeAnswer<Answer>>): Promise<Answer> {
    const version = await this.versions.of(therapistId);
    return this.trueNow(place, version) ?? this.made(place, version, make);
  }

  /** Made once for all who ask at the same moment. */
  private async made(place: string, version: string, make: () => Promise<MadeAnswer<Answer>>): Promise<Answer> {
    const now = this.clock.now().getTime();
    const turn = `${version} ${place}`;
    const before = this.making.get(turn);
    const making = before ?? this.make(place, version, make).finally(() => this.making.delete(turn));
    if (!before) this.making.set(turn, making);
    const { answer, until } = await making;
    // Who came after the moment at which it changes does not get what was begun before.
    return now < until ? answer : this.made(place, version, make);
  }

  private async make(place: string, version: string, make: () => Promise<MadeAnswer<Answer>>): Promise<Kept> {
    const { answer, until = Infinity } = await make();
    const from = this.clock.now().getTime();
    const kept = { version, answer, from, until: Math.min(until, from + LONGEST_MS) };
    this.kept?.set(place, kept);
    return kept;
  }
}
