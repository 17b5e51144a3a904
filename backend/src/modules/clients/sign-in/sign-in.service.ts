import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Work, Works } from '../../../common/work/work';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import { ClientAccountRepository, NOBODY } from '../account/account.repository';
import * as messages from '../messages';
import { assertBorn } from '../persons/birth-date';
import { aboutClient, PersonRepository } from '../persons/persons.service';
import { asSignedIn, ClientSessionsService, ClientSignIn } from './client-sessions.service';
import { askAgainIn, refuseCode, RefusedCode, SignInCodesService } from './sign-in-codes.service';
import { SignInLimits } from './sign-in-limits.service';
import { RegisterClientDto, VerifyClientDto } from './sign-in.dto';
import { Browser, Visit } from './visit';

const REGISTERED_HERE_MS = 10 * 60_000;

/** What came of asking to sign in by an address. */
type LoginOutcome = ClientSignIn | 'code_sent' | 'unknown' | { waitSeconds: number };

/** What a mail gave a person: the code, for the browser that asked, or the secret of the link, for any. */
type Proof = { email: string; code: string } | { token: string };

/** Registering, signing in by an email address, and proving that it is one's own. */
@Injectable()
export class ClientSignInService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly limits: SignInLimits,
    private readonly codes: SignInCodesService,
    private readonly sessions: ClientSessionsService,
    private readonly users: AccountsService,
    private readonly accounts: ClientAccountRepository,
    private readonly persons: PersonRepository,
  ) {}

  /**
   * Makes an account. Registering proves nothing: until a proof, the account knows only what was typed here.
   * @throws DomainError invalid when the address has an account; too_many
   */
  async register(body: RegisterClientDto, { browser }: Visit, actor: Actor): Promise<Account> {
    const at = this.clock.now();
    assertBorn(body.date_of_birth, at);
    await this.limits.countRegistration(actor.address);
    return this.works.begin(actor, async (work) => {
      const personId = await this.persons.ensurePerson(body.email, work.tx);
      const user = await this.users.registerClient(work, personId, { email: body.email, name: body.name });
      if (!user) throw new DomainError('invalid', messages.alreadyRegistered);
      const typed = { phone: body.phone ?? null, date_of_birth: body.date_of_birth ?? null, typed_by: browser.hash };
      await this.accounts.insertAccount({ client_id: user.id, ...typed, registered_at: at }, work.tx);
      await work.record({ action: 'register', ...aboutClient(user.id) });
      return user;
    });
  }

  /**
   * An address alone is enough for a browser that is trusted or has just registered; for any other it is the first step.
   * @returns the sign-in, or nothing when a code is asked for
   * @throws DomainError not_found for an address without an account, while few of them were asked for; too_many
   */
  async login(email: string, visit: Visit, actor: Actor): Promise<ClientSignIn | undefined> {
    const outcome = await this.works.begin(actor, (work) => this.attemptLogin(work, email, visit));
    if (outcome === 'unknown') throw new DomainError('not_found', messages.accountNotFound);
    if (outcome === 'code_sent') return undefined;
    return 'waitSeconds' in outcome ? askAgainIn(outcome.waitSeconds) : outcome;
  }

  /** A code for a client who is signed in: a fresh proof, or the first one. @throws DomainError too_many */
  async requestCode(user: CurrentUserData, visit: Visit, actor: Actor): Promise<void> {
    const asked = await this.works.begin(actor, async (work) => {
      const email = (await this.users.find(user.id, work.tx))?.email ?? signInFirst();
      await this.codes.lock(work, email);
      // The address may have changed between the look and the lock; a code goes to the account's address or nowhere.
      if ((await this.users.lock(work, user.id))?.email !== email) signInFirst();
      return this.codes.ask(work, { purpose: 'proof', email, userId: user.id, proved: user.verified }, visit);
    });
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }

  /**
   * A proof belongs to the browser that gives it: it signs that one in and everybody else out.
   * @throws DomainError unauthenticated, with what to do next; invalid when neither a code nor a link was sent
   */
  async verify(body: VerifyClientDto, visit: Visit, actor: Actor): Promise<ClientSignIn> {
    const proof = proofOf(body);
    const outcome = await this.works.begin(actor, (work) => this.attemptVerify(work, proof, body.trust ?? false, visit));
    if ('refusal' in outcome) refuseCode(outcome);
    return outcome;
  }

  /** For an address with an account and for one without, the same statements run in the same order: the time it takes tells nothing. */
  private async attemptLogin(work: Work, email: string, visit: Visit): Promise<LoginOutcome> {
    await this.limits.lock(work);
    await this.codes.lock(work, email);
    const now = work.now();
    const at = { now, registeredAfter: new Date(now.getTime() - REGISTERED_HERE_MS) };
    const account = await this.accounts.findForSignIn(email, visit.browser.hash, at, work.tx);
    if (account?.trusted_id) return this.sessions.beginByTrust(work, account.client_id, account.trusted_id, visit);
    if (account?.registered_here) return this.sessions.begin(work, account.client_id, visit, { verified: false, provedAt: null });
    const exceeded = await this.limits.areExceeded(work);
    if (!exceeded) await this.limits.count(work, account !== undefined);
    const answered = account !== undefined || exceeded;
    const asked = await this.codes.ask(work, { purpose: 'sign_in', email, userId: account?.client_id ?? null, answered }, visit);
    if ('waitSeconds' in asked) return asked;
    return answered ? 'code_sent' : 'unknown';
  }

  private async attemptVerify(work: Work, proof: Proof, trust: boolean, visit: Visit): Promise<ClientSignIn | RefusedCode> {
    const taken = await this.takeProof(work, proof, visit.browser);
    if ('refusal' in taken) return taken;
    const { user } = taken;
    if (!user.is_active) throw new DomainError('forbidden', messages.deactivated);
    const first = await this.takeFirstProof(work, user, visit.browser);
    const { signedIn, cookies } = await this.sessions.beginByProof(work, user.id, visit);
    const self = asSignedIn(work, signedIn);
    await self.record({ action: 'client_verify', ...aboutClient(user.id), details: { by: 'token' in proof ? 'link' : 'code', first } });
    // A secret that trust has renewed comes last and replaces the one before.
    return { signedIn, cookies: trust ? [...cookies, await this.sessions.trust(self, user.id, visit)] : cookies };
  }

  /**
   * Takes a proof and ends every other code of the account. What was refused has used up a try: it is committed before the refusal.
   * @returns whose account it is, or why it was refused
   */
  private async takeProof(work: Work, proof: Proof, browser: Browser): Promise<{ user: Account } | RefusedCode> {
    const code = 'token' in proof ? undefined : await this.codes.findForSignIn(work, proof.email, browser.hash);
    const link = 'token' in proof ? await this.codes.findByLink(work, proof.token) : null;
    const user = await this.users.lock(work, (code ?? link)?.user_id ?? NOBODY);
    const redeemed = 'token' in proof ? await this.codes.redeemLink(work, link) : await this.codes.redeem(work, code, proof.code);
    if ('codeId' in redeemed && user) {
      await this.codes.endAllOf(work, user.id);
      return { user };
    }
    await work.record({ action: 'client_verify_failed', ...(user && aboutClient(user.id)) });
    return 'refusal' in redeemed ? redeemed : { refusal: messages.linkOver, spent: true };
  }

  /**
   * The first proof of an account's address: who gives it is the person. What this browser typed when it registered becomes the person's
   * own; what another one typed is dropped.
   * @returns whether this was the first proof
   */
  private async takeFirstProof(work: Work, user: Account, browser: Browser): Promise<boolean> {
    const account = await this.accounts.findState(user.id, work.tx);
    if (!account || account.verified_at) return false;
    const person = await this.persons.lockPerson(user.id, work.tx);
    const own = account.typed_by?.equals(browser.hash) ?? false;
    if (own) await this.persons.changePerson(user.id, { name: user.name, ...(account.phone !== null && { phone: account.phone }) }, work.tx);
    else await this.users.rename(work, user.id, person?.name ?? '');
    await this.accounts.markVerified(user.id, work.now(), own, work.tx);
    return true;
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', 'Please sign in first.');
}

function proofOf({ email, code, token }: VerifyClientDto): Proof {
  if (token !== undefined && email === undefined && code === undefined) return { token };
  if (token === undefined && email !== undefined && code !== undefined) return { email, code };
  throw new DomainError('invalid', messages.codeOrLink);
}
