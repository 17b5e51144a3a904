import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GoogleAccount {
  sub: string;
  email: string;
  name: string;
  given_name: string;
  family_name: string;
}

/** What a person agreed to; the token endpoint gives tokens for it once. */
export interface Grant {
  sub: string;
  scope: string;
  redirectUri: string;
  challenge: string | null;
  offline: boolean;
}

interface Token {
  sub: string;
  scope: string;
  expiresAt: number;
}

interface State {
  accounts: GoogleAccount[];
  newAccounts: number;
  /** By the code's hash; a used code stays to be refused as used. */
  codes: Record<string, Grant & { expiresAt: number; used: boolean }>;
  accessTokens: Record<string, Token>;
  refreshTokens: Record<string, Omit<Token, 'expiresAt'>>;
  /** Everything that an account has agreed to, until it revokes it. */
  consents: Record<string, string[]>;
}

export const DEMO_THERAPIST: GoogleAccount = {
  sub: 'demo-therapist',
  email: 'amelie@demo.attune.example',
  name: 'Amélie Okonkwo-Reyes',
  given_name: 'Amélie',
  family_name: 'Okonkwo-Reyes',
};

const CODE_LIVES_MS = 10 * 60_000;
export const ACCESS_TOKEN_LIVES_S = 3_599;
const NEW_NAMES = ['Robin Vale', 'Noor Haddad', 'Sam Lindqvist', 'Ines Carvalho', 'Jo Nakamura', 'Tomás Ferreira'];

/** Accounts, codes and tokens of the demo Google, kept in one file so that sign-ins and connections outlive a restart. */
export class GoogleStore {
  /** By how much this Google's clock is ahead. */
  clockOffsetMs = 0;
  private readonly state: State;

  constructor(private readonly file: string, private readonly clock: () => number = Date.now) {
    this.state = readState(file);
  }

  now(): number {
    return this.clock() + this.clockOffsetMs;
  }

  /** Where an account's calendars are kept. */
  fileOf({ sub }: GoogleAccount): string {
    return join(`${this.file.replace(/\.json$/, '')}-calendars`, `${sub.replace(/[^\w-]/g, '_')}.json`);
  }

  /** The accounts that signed in before, newest first. */
  accounts(): GoogleAccount[] {
    return this.state.accounts;
  }

  account(sub: string): GoogleAccount | undefined {
    return sub === DEMO_THERAPIST.sub ? DEMO_THERAPIST : this.state.accounts.find((account) => account.sub === sub);
  }

  /** An account by its address, without making it. */
  findByEmail(email: string): GoogleAccount | undefined {
    const address = email.trim().toLowerCase();
    return this.everyAccount().find((account) => account.email === address);
  }

  everyAccount(): GoogleAccount[] {
    return [DEMO_THERAPIST, ...this.state.accounts];
  }

  /** A person that never was here. */
  newAccount(): GoogleAccount {
    this.state.newAccounts += 1;
    const number = this.state.newAccounts;
    const name = NEW_NAMES[(number - 1) % NEW_NAMES.length] ?? 'Robin Vale';
    return this.remember(accountNamed(name, `new-therapist-${number}-${randomBytes(3).toString('hex')}@demo.attune.example`));
  }

  /** The account of an address, made at its first use. */
  accountOf(email: string): GoogleAccount {
    const address = email.trim().toLowerCase();
    if (address === DEMO_THERAPIST.email) return DEMO_THERAPIST;
    const known = this.state.accounts.find((account) => account.email === address);
    const words = (address.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '');
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
    return this.remember(known ?? accountNamed(name === '' ? address : name, address));
  }

  /** What an account agreed to before. */
  consentOf(sub: string): string[] {
    return this.state.consents[sub] ?? [];
  }

  issueCode(grant: Grant): string {
    this.dropExpired();
    this.state.consents[grant.sub] = [...new Set([...this.consentOf(grant.sub), ...grant.scope.split(' ')])];
    const code = `4/${randomBytes(24).toString('base64url')}`;
    this.state.codes[hash(code)] = { ...grant, expiresAt: this.now() + CODE_LIVES_MS, used: false };
    this.save();
    return code;
  }

  /** The grant behind a code that is known, fresh and unused; looking does not use it. */
  openGrant(code: string): Grant | null {
    const entry = this.state.codes[hash(code)];
    return entry === undefined || entry.used || entry.expiresAt < this.now() ? null : entry;
  }

  /** Tokens for a code; the code is used up. */
  redeem(code: string, grant: Grant): { accessToken: string; refreshToken: string | null } {
    const entry = this.state.codes[hash(code)];
    if (entry !== undefined) entry.used = true;
    const refreshToken = grant.offline ? `1//${randomBytes(32).toString('base64url')}` : null;
    if (refreshToken !== null) this.state.refreshTokens[hash(refreshToken)] = { sub: grant.sub, scope: grant.scope };
    return { accessToken: this.issueAccessToken(grant.sub, grant.scope), refreshToken };
  }

  refresh(refreshToken: string): { accessToken: string; scope: string } | null {
    const entry = this.state.refreshTokens[hash(refreshToken)];
    if (entry === undefined) return null;
    return { accessToken: this.issueAccessToken(entry.sub, entry.scope), scope: entry.scope };
  }

  /** The person and scopes of a live access token. */
  bearer(accessToken: string): { account: GoogleAccount; scope: string } | null {
    const entry = this.state.accessTokens[hash(accessToken)];
    if (entry === undefined || entry.expiresAt < this.now()) return null;
    const account = this.account(entry.sub);
    return account === undefined ? null : { account, scope: entry.scope };
  }

  /** Ends what the token's account agreed to, with every token that came from it; false for an unknown one. */
  revoke(token: string): boolean {
    const key = hash(token);
    const sub = this.state.refreshTokens[key]?.sub ?? this.state.accessTokens[key]?.sub;
    if (sub === undefined) return false;
    this.revokeConsent(sub);
    return true;
  }

  /** As a person does it on the account's own page. */
  revokeConsent(sub: string): void {
    delete this.state.consents[sub];
    for (const list of [this.state.refreshTokens, this.state.accessTokens]) {
      for (const [name, entry] of Object.entries(list)) if (entry.sub === sub) delete list[name];
    }
    this.save();
  }

  /** A part of what an account agreed to ends; its tokens stay, and do not cover it any more. */
  withdrawScope(sub: string, scope: string): void {
    const without = (scopes: string[]): string[] => scopes.filter((one) => one !== scope);
    this.state.consents[sub] = without(this.consentOf(sub));
    for (const list of [this.state.refreshTokens, this.state.accessTokens]) {
      for (const entry of Object.values(list)) if (entry.sub === sub) entry.scope = without(entry.scope.split(' ')).join(' ');
    }
    this.save();
  }

  /** Access tokens are over at once; refresh tokens give new ones. */
  expireAccessTokens(sub: string): void {
    for (const [name, entry] of Object.entries(this.state.accessTokens)) if (entry.sub === sub) delete this.state.accessTokens[name];
    this.save();
  }

  private issueAccessToken(sub: string, scope: string): string {
    const accessToken = `ya29.${randomBytes(32).toString('base64url')}`;
    this.state.accessTokens[hash(accessToken)] = { sub, scope, expiresAt: this.now() + ACCESS_TOKEN_LIVES_S * 1_000 };
    this.save();
    return accessToken;
  }

  private remember(account: GoogleAccount): GoogleAccount {
    this.state.accounts = [account, ...this.state.accounts.filter((known) => known.sub !== account.sub)];
    this.save();
    return account;
  }

  private dropExpired(): void {
    const isOver = (entry: { expiresAt: number }): boolean => entry.expiresAt < this.now();
    for (const list of [this.state.codes, this.state.accessTokens]) {
      for (const [name, entry] of Object.entries(list)) if (isOver(entry)) delete list[name];
    }
  }

  private save(): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

function accountNamed(name: string, email: string): GoogleAccount {
  const [first = name, ...rest] = name.split(' ');
  const sub = BigInt(`0x${randomBytes(8).toString('hex')}`).toString().padStart(21, '1');
  return { sub, email, name, given_name: first, family_name: rest.join(' ') };
}

/** Only hashes are kept, as a careful provider would. */
function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function readState(file: string): State {
  const empty: State = { accounts: [], newAccounts: 0, codes: {}, accessTokens: {}, refreshTokens: {}, consents: {} };
  if (!existsSync(file)) return empty;
  try {
    return { ...empty, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) };
  } catch {
    return empty;
  }
}
