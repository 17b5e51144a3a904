import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { normalized } from '../../../common/search/normalized';
import { Work, Works } from '../../../common/work/work';
import * as messages from '../messages';
import { SignInCodeRepository } from './sign-in-code.repository';

/** Enough for a code among other numbers, and too few to guess one by filling in forms. */
const MOST_CANDIDATES = 50;
const DIGITS = 6;
/** Of a text: more of them are no numbers that people give. */
const MOST_DIGITS = 2_000;
/** A run of digits as people write them: apart, in groups, with signs between. */
const RUN = /\p{Nd}(?:[\s\p{P}]{0,3}\p{Nd}){5,}/gu;
const LINK_SECRET = /[\w-]{43}/g;

/** What may be a code in a text, and what may be the secret of a link. Numbers count as they stand. */
export function candidatesIn(texts: readonly string[]): { codes: string[]; tokens: string[] } {
  const plain = texts.map((text) => normalized(text, 'NFKC'));
  return {
    codes: [...codesIn(plain)],
    tokens: [...new Set(plain.flatMap((text) => text.match(LINK_SECRET) ?? []))].slice(0, MOST_CANDIDATES),
  };
}

/** No more than are looked up: whoever types thousands of digits hides a code among others, and holds nobody up with the rest. */
function codesIn(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    let looked = 0;
    for (const [run] of text.matchAll(RUN)) {
      if (looked > MOST_DIGITS) break;
      const digits: string[] = [];
      for (const sign of run) {
        const digit = digitOf(sign);
        if (digit === undefined) continue;
        if ((looked += 1) > MOST_DIGITS) break;
        digits.push(digit);
        const code = digits.slice(-DIGITS).join('');
        if (code.length === DIGITS) found.add(code);
        if (found.size === MOST_CANDIDATES) return found;
      }
    }
  }
  return found;
}

/** Digits of every script come in tens, one after the other. */
function digitOf(sign: string): string | undefined {
  if (!/\p{Nd}/u.test(sign)) return undefined;
  const point = sign.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(/[0-9]/.test(sign) ? sign : (point - zero) % 10);
}

/** Within the work that found them, and is undone by it. */
class CodesGiven extends DomainError {
  constructor(readonly ids: readonly string[]) {
    super('rule', messages.codeGiven);
  }
}

/** Codes that somebody is talked into giving to others: whoever has one is signed in with it. */
@Injectable()
export class CodesGivenAwayService {
  constructor(
    private readonly codes: SignInCodeRepository,
    private readonly works: Works,
  ) {}

  /**
   * Which live codes, or links beside them, that were mailed to a person stand in texts that others will read.
   * @param clientId a person, or a practice's record of their address
   * @param texts each is looked through by itself
   * @returns ids, for {@link end}
   */
  async find(work: Work, clientId: string, texts: readonly string[]): Promise<string[]> {
    const { codes, tokens } = candidatesIn(texts);
    if (codes.length + tokens.length === 0) return [];
    return this.codes.listLiveAmong(clientId, { codes, tokens }, work.now(), work.tx);
  }

  /** {@link find}, of whoever has an address, whom nobody need know yet. @returns what {@link refuse} takes */
  async findTo(work: Work, email: string, texts: readonly (string | null | undefined)[]): Promise<string[]> {
    const { codes, tokens } = candidatesIn(texts.flatMap((text) => text ?? []));
    return codes.length + tokens.length === 0 ? [] : this.codes.listLiveTo(email, { codes, tokens }, work.now(), work.tx);
  }

  /** @throws DomainError rule where there are any; {@link ending} ends them */
  refuse(ids: readonly string[]): void {
    if (ids.length > 0) throw new CodesGiven(ids);
  }

  /** Does a work, and ends the codes for which it was refused. */
  async ending<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof CodesGiven) await this.end(error.ids);
      throw error;
    }
  }

  /** They answer from now on like codes that are wrong. Not within the work that found them, which is refused. */
  end(ids: readonly string[]): Promise<void> {
    return this.works.begin(SYSTEM_ACTOR, (work) => this.codes.voidCodes(ids, work.tx));
  }
}
