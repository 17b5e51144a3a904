import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { KeyRing } from '../../../common/crypto/key-ring';
import { DomainError } from '../../../common/errors/domain-error';
import { subnetOf } from '../../../common/limits/limits';
import { DEVELOPMENT_ADMIN } from '../../../config/production';
import * as messages from '../messages';

/** argon2id as OWASP asks for it: 19 MiB and two passes, some 20 ms of one core. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const AT_ONCE = 2;
const WAITING_LINE = 100;
/** One network takes no more of them: the others are for everybody else. */
const WAITING_PER_SUBNET = 8;

const base64 = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replace(/={1,2}$/, '');
/** What a hash begins with whose password was hashed together with a key: it cannot be guessed from the table alone. */
const KEYED = 'keyed:';
/** Of the same cost as every other, and of no password: what is typed for a name that does not exist is compared with it. */
const NOBODYS = `${KEYED}$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$${base64(16)}$${base64(32)}`;

/** Hashes passwords, two at once, so that a burst of sign-ins cannot take the processor from everybody else. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: { subnet: string | undefined; begin: () => void }[] = [];

  constructor(private readonly keys: KeyRing) {}

  hash(password: string): Promise<string> {
    return this.inTurn(async () => KEYED + (await hash(password, { ...HASH_COST, secret: this.secret })));
  }

  /** Whether a hash is of before passwords were hashed with a key. */
  isOutdated(hashed: string): boolean {
    return !hashed.startsWith(KEYED);
  }

  /**
   * @param hashed undefined for an unknown name: it takes the same time, and is never right
   * @param address where the request came from
   * @throws DomainError unavailable when too many wait already, or too many of that network
   */
  verify(hashed: string | undefined, password: string, address: string | null = null): Promise<boolean> {
    return this.inTurn(async () => (await this.matches(hashed ?? NOBODYS, password)) && hashed !== undefined, address ? subnetOf(address) : undefined);
  }

  private matches(hashed: string, password: string): Promise<boolean> {
    return this.isOutdated(hashed) ? verify(hashed, password) : verify(hashed.slice(KEYED.length), password, { secret: this.secret });
  }

  private get secret(): Buffer {
    return this.keys.derive('administrator-password');
  }

  private async inTurn<T>(work: () => Promise<T>, subnet?: string): Promise<T> {
    if (this.running < AT_ONCE) this.running += 1;
    else await this.wait(subnet);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.running -= 1;
    }
  }

  /** Whoever leaves hands its place to the next. */
  private wait(subnet: string | undefined): Promise<void> {
    const isCrowd = subnet !== undefined && this.waiting.filter((one) => one.subnet === subnet).length >= WAITING_PER_SUBNET;
    if (isCrowd || this.waiting.length >= WAITING_LINE) throw new DomainError('unavailable', messages.hasherBusy, { retryAfterSeconds: 5 });
    return new Promise((resolve) => this.waiting.push({ subnet, begin: resolve }));
  }
}

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,59}$/;

/** @throws DomainError invalid or rule, with the field `new_password` */
export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX || password.trim() === '') throw refusal('invalid', messages.passwordLength);
  if (password === DEVELOPMENT_ADMIN.password) throw refusal('rule', messages.passwordKnown);
}

/** @returns the name as it is kept. @throws DomainError invalid */
export function checkUsername(typed: string): string {
  const username = typed.trim().toLowerCase();
  if (!USERNAME.test(username)) throw new DomainError('invalid', messages.usernameForm);
  return username;
}

function refusal(code: 'invalid' | 'rule', message: string): DomainError {
  return new DomainError(code, message, { errors: [{ field: 'new_password', message }] });
}
