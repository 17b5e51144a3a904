import { Injectable } from '@nestjs/common';
import { CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { UserRepository, UserRow } from '../../auth/sign-in/user.repository';
import { ClientAccountRepository, NOBODY } from '../account/account.repository';
import * as messages from '../messages';
import { assertBorn } from '../persons/birth-date';
import { PersonRepository } from '../persons/persons.service';
import { actorOf, Browser, ClientSessions, ClientSignIn, TrustedBrowsers, Visit } from './client-sessions.service';
import { askAgainIn, refuseCode, RefusedCode, SignInCodes } from './sign-in-codes.service';
import { SignInLimits } from './sign-in-limits.service';
import { RegisterClientDto, VerifyClientDto } from './sign-in.dto';

const REGISTERED_HERE_MS = 10 * 60_000;

/** What came of asking to sign in by an address. */
type LoginOutcome = ClientSignIn | 'code_sent' | 'unknown' | { waitSeconds: number };

/** Signing in by an email address alone: enough for a browser that is trusted or has just registered, the first step for any other. */
@Injectable()
export class ClientLogin {
  constructor(
    private readonly database: Database,
    private readonly accounts: ClientAccountRepository,
    private readonly limits: SignInLimits,
    private readonly codes: SignInCodes,
    private readonly sessions: ClientSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the sign-in, or nothing when a code is asked for
   * @throws DomainError not_found for an address without an account, while few of them were asked for; too_many
   */
  async login(email: string, visit: Visit): Promise<ClientSignIn | undefined> {
    const outcome = await this.database.transaction((tx) => this.attempt(tx, email, visit));
    if (outcome === 'unknown') throw new DomainError('not_found', messages.accountNotFound);
    if (outcome === 'code_sent') return undefined;
    return 'waitSeconds' in outcome ? askAgainIn(outcome.waitSeconds) : outcome;
  }

  /** For an address with an account and for one without, the same statements run in the same order: the time it takes tells nothing. */
  private async attempt(tx: Queryable, email: string, visit: Visit): Promise<LoginOutcome> {
    const { actor, browser } = visit;
    await this.limits.lock(tx, actor.address);
    await this.codes.lock(tx, email);
    const now = this.clock.now();
    const at = { now, registeredAfter: new Date(now.getTime() - REGISTERED_HERE_MS) };
    const account = await this.accounts.findForSignIn(email, browser.hash, at, tx);
    if (account?.trusted_id) return this.sessions.beginByTrust(tx, account.id, account.trusted_id, visit);
    if (account?.registered_here) return this.sessions.begin(tx, account.id, visit, { verified: false, provedAt: null });
    const exceeded = await this.limits.areExceeded(tx, actor.address);
    if (!exceeded) await this.limits.count(tx, actor.address, account !== undefined);
    const answered = account !== undefined || exceeded;
    const asked = await this.codes.ask(tx, { purpose: 'sign_in', email, userId: account?.id ?? null, answered }, visit);
    if ('waitSeconds' in asked) return asked;
    return answered ? 'code_sent' : 'unknown';
  }
}

/** The first proof of an account's address: who gives it is the person. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly accounts: ClientAccountRepository,
    private readonly persons: PersonRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What this browser typed when it registered becomes the person's own; what another one typed is dropped.
   * @returns whether this was the first proof
   */
  async take(tx: Queryable, user: UserRow, browser: Browser): Promise<boolean> {
    const account = await this.accounts.state(user.id, tx);
    if (!account || account.verified_at) return false;
    const person = await this.persons.lock(user.id, tx);
    const own = account.typed_by?.equals(browser.hash) ?? false;
    if (own) await this.persons.setOwn(user.id, { name: user.name, phone: account.phone }, tx);
    else await this.users.rename(user.id, person?.name ?? '', tx);
    await this.accounts.markVerified(user.id, this.clock.now(), own, tx);
    return true;
  }
}

/** What a mail gave a person: the code, for the browser that asked, or the secret of the link, for any. */
export type Proof = { email: string; code: string } | { token: string };

/** Asks for a proof of the address, and takes it. */
@Injectable()
export class SignInProofs {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly activity: ActivityLog,
  ) {}

  /** A code for a client who is signed in. @throws DomainError too_many */
  async ask(user: CurrentUserData, visit: Visit): Promise<void> {
    const asked = await this.database.transaction(async (tx) => {
      const email = (await this.users.findById(user.id, tx))?.email ?? signInFirst();
      await this.codes.lock(tx, email);
      // The address may have changed between the look and the lock; a code goes to the account's address or nowhere.
      if ((await this.users.lock(user.id, tx))?.email !== email) signInFirst();
      return this.codes.ask(tx, { purpose: 'proof', email, userId: user.id, proved: user.verified }, visit);
    });
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }

  /**
   * Takes a proof and ends every other code of the account. What was refused has used up a try: the caller commits before refusing.
   * @returns whose account it is, or why it was refused
   */
  async take(tx: Queryable, proof: Proof, { actor, browser }: Visit): Promise<{ user: UserRow } | RefusedCode> {
    const code = 'token' in proof ? undefined : await this.codes.findForSignIn(tx, proof.email, browser.hash);
    const link = 'token' in proof ? await this.codes.findByLink(tx, proof.token) : undefined;
    const user = await this.users.lock((code ?? link)?.user_id ?? NOBODY, tx);
    const redeemed = 'token' in proof ? await this.codes.redeemLink(tx, link) : await this.codes.redeem(tx, code, proof.code);
    if ('codeId' in redeemed && user) {
      await this.codes.endAllOf(tx, user.id);
      return { user };
    }
    const subject = user ? ({ subjectType: 'client', subjectId: user.id, clientIds: [user.id] } as const) : {};
    await this.activity.record(tx, actor, { action: 'client_verify_failed', ...subject });
    return 'refusal' in redeemed ? redeemed : { refusal: messages.linkOver, spent: true };
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', 'Please sign in first.');
}

/** A proof belongs to the browser that gives it: it signs that one in and everybody else out. */
@Injectable()
export class ClientVerification {
  constructor(
    private readonly database: Database,
    private readonly proofs: SignInProofs,
    private readonly firstProof: FirstProof,
    private readonly sessions: ClientSessions,
    private readonly trusted: TrustedBrowsers,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws DomainError unauthenticated, with what to do next; invalid when neither a code nor a link was sent */
  async verify(body: VerifyClientDto, visit: Visit): Promise<ClientSignIn> {
    const proof = proofOf(body);
    const outcome = await this.database.transaction((tx) => this.attempt(tx, proof, body.trust ?? false, visit));
    if ('refusal' in outcome) refuseCode(outcome);
    return outcome;
  }

  private async attempt(tx: Queryable, proof: Proof, trust: boolean, visit: Visit): Promise<ClientSignIn | RefusedCode> {
    const taken = await this.proofs.take(tx, proof, visit);
    if ('refusal' in taken) return taken;
    const { user } = taken;
    if (!user.is_active) throw new DomainError('forbidden', messages.deactivated);
    const first = await this.firstProof.take(tx, user, visit.browser);
    await this.trusted.endAllOf(tx, user.id, visit.browser);
    const { signedIn, cookies } = await this.sessions.beginByProof(tx, user.id, visit);
    const self = actorOf(signedIn, visit.actor);
    const details = { by: 'token' in proof ? 'link' : 'code', first };
    await this.activity.record(tx, self, { action: 'client_verify', subjectType: 'client', subjectId: user.id, clientIds: [user.id], details });
    // A secret that trust has renewed comes last and replaces the one before.
    return { signedIn, cookies: trust ? [...cookies, await this.trusted.trust(tx, user.id, visit, self)] : cookies };
  }
}

function proofOf({ email, code, token }: VerifyClientDto): Proof {
  if (token !== undefined && email === undefined && code === undefined) return { token };
  if (token === undefined && email !== undefined && code !== undefined) return { email, code };
  throw new DomainError('invalid', messages.codeOrLink);
}

/** Makes accounts. Registering proves nothing: until a proof, the account knows only what was typed here. */
@Injectable()
export class ClientRegistration {
  constructor(
    private readonly database: Database,
    private readonly limits: SignInLimits,
    private readonly accounts: ClientAccountRepository,
    private readonly users: UserRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid when the address has an account; too_many */
  async register(body: RegisterClientDto, { actor, browser }: Visit): Promise<UserRow> {
    const at = this.clock.now();
    assertBorn(body.date_of_birth, at);
    await this.limits.countRegistration(actor.address);
    return this.database.transaction(async (tx) => {
      const personId = await this.accounts.ensurePerson(body.email, tx);
      const user = await this.users.insertClient(personId, { email: body.email, name: body.name, at }, tx);
      if (!user) throw new DomainError('invalid', messages.alreadyRegistered);
      const typed = { phone: body.phone ?? null, dateOfBirth: body.date_of_birth ?? null };
      await this.accounts.insert(user.id, { ...typed, typedBy: browser.hash, registeredAt: at }, tx);
      await this.activity.record(tx, actor, { action: 'register', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
      return user;
    });
  }
}
