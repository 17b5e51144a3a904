import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { SignedOut } from '../../auth/sessions/session.events';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import { ClientAccountRepository, NOBODY } from '../account/account.repository';
import * as messages from '../messages';
import { assertBorn } from '../persons/birth-date';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { PersonRepository } from '../persons/person.repository';
import { aboutClient, ClientsService } from '../persons/persons.service';
import { asSignedIn, ClientSessionsService, ClientSignIn } from './client-sessions.service';
import { CodeRow, isOpen } from './sign-in-code.repository';
import { askAgainIn, Asked, refuseCode, RefusedCode, refusedLink, SignInCodesService } from './sign-in-codes.service';
import { SignInLimits } from './sign-in-limits.service';
import { RegisterClientDto, VerifyClientDto } from './sign-in.dto';
import { Browser, Visit } from '../../../common/access/visit';

const REGISTERED_HERE_MS = 10 * 60_000;

/** What came of registering an address. */
/** An account that was just registered, with the browser to go on with. */
export interface Registered {
  account: Account;
  browser: Browser;
}

type RegistrationOutcome = Registered | 'code_sent' | 'taken' | { waitSeconds: number };

/** What came of asking to sign in by an address. */
type LoginOutcome = ClientSignIn | 'code_sent' | 'unknown' | { waitSeconds: number };

/** The secret of a mail's link. `email`: whose it is, as the person says; `instead`: who else is signed in here may be signed out. */
interface LinkProof {
  token: string;
  email?: string;
  instead: boolean;
}

/** What a mail gave a person: the code, for the browser that asked, or the link. */
type Proof = { email: string; code: string } | LinkProof;

/** Whoever gives a proof, and who is signed in in their browser before it. */
interface ProofVisit extends Visit {
  hereId: string | undefined;
}

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
    private readonly clients: ClientsService,
    private readonly addresses: PersonAddresses,
  ) {}

  /**
   * Makes an account with an id of its own. Registering proves nothing: until a proof, the account knows only what was typed here.
   * @returns the account, or nothing when so much was told of addresses that a code goes to each alike, with an account or without one
   * @throws DomainError invalid when the address has an account; too_many
   */
  async register(body: RegisterClientDto, visit: Visit, actor: Actor): Promise<Registered | undefined> {
    assertBorn(body.date_of_birth, this.clock.now());
    const outcome = await this.codes.inTurn(actor, body.email, () => this.works.begin(actor, (work) => this.attemptRegister(work, body, visit)));
    if (outcome === 'taken') throw new DomainError('invalid', messages.alreadyRegistered);
    if (outcome === 'code_sent') return undefined;
    return 'waitSeconds' in outcome ? askAgainIn(outcome.waitSeconds) : outcome;
  }

  /**
   * An address alone is enough for a browser that is trusted or has just registered; for any other it is the first step.
   * @returns the sign-in, or nothing when a code is asked for
   * @throws DomainError not_found for an address without an account, while few of them were asked for; too_many
   */
  async login(email: string, visit: Visit, actor: Actor): Promise<ClientSignIn | undefined> {
    const outcome = await this.codes.inTurn(actor, email, () => this.works.begin(actor, (work) => this.attemptLogin(work, email, visit)));
    if (outcome === 'unknown') throw new DomainError('not_found', messages.accountNotFound);
    if (outcome === 'code_sent') return undefined;
    return 'waitSeconds' in outcome ? askAgainIn(outcome.waitSeconds) : outcome;
  }

  /** A code for a client who is signed in: a fresh proof, or the first one. While the address before may object, it goes there. @throws DomainError too_many */
  async requestCode(user: CurrentUserData, visit: Visit, actor: Actor): Promise<void> {
    const account = (await this.users.find(user.id)) ?? signInFirst();
    const email = await this.codes.proofAddress(account);
    const ask = async (work: Work): Promise<Asked> => {
      await this.codes.lock(work, email);
      // The address may have changed between the look and the lock; a code goes to the account's address or nowhere.
      const locked = (await this.users.lock(work, user.id)) ?? signInFirst();
      if ((await this.codes.proofAddress(locked, work)) !== email) signInFirst();
      const ownBrowser = await this.accounts.isOwnBrowser(user.id, visit.browser.hash, work.tx);
      return this.codes.ask(work, { purpose: 'proof', email, userId: user.id, proved: user.verified, ownBrowser }, visit);
    };
    const asked = await this.codes.inTurn(actor, email, () => this.works.begin(actor, ask));
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }

  /**
   * A proof belongs to the browser that gives it: it signs that one in and everybody else out.
   * @throws DomainError unauthenticated, with what to do next; conflict when a link would end somebody else's session unasked; invalid
   *   when neither a code nor a link was sent; too_many after many wrong ones from the connection
   */
  async verify(body: VerifyClientDto, visit: Visit, actor: Actor): Promise<ClientSignIn> {
    const proof = proofOf(body);
    const hereId = await this.sessions.findHere(visit);
    const outcome = await this.codes.tryProof(actor, () => this.works.begin(actor, (work) => this.attemptVerify(work, proof, body.trust ?? false, { ...visit, hereId })));
    if ('refusal' in outcome) refuseCode(outcome);
    return outcome;
  }

  @OnEvent(SignedOut)
  async endRegisteredHere({ userId }: SignedOut, work: Work): Promise<void> {
    await this.accounts.endRegisteredHere(userId, work.tx);
  }

  /** Past the limits an address with an account is asked for a code like any other: the owner may go on with it, and nobody else. */
  private async attemptRegister(work: Work, body: RegisterClientDto, visit: Visit): Promise<RegistrationOutcome> {
    const { email } = body;
    await this.limits.lock(work);
    await this.codes.lock(work, email);
    const exceeded = await this.limits.areExceeded(work);
    // Both answers tell, so both count.
    if (!exceeded) await this.limits.count(work, false);
    const user = await this.users.registerClient(work, { email, name: body.name });
    // It opens the account for a moment: a copy of the secret that this browser had before does not.
    const browser = user && !exceeded ? await this.sessions.renewBrowser(work, user.id, visit.browser, true) : visit.browser;
    if (user) await this.keepTyped(work, user, body, { by: browser, opensHere: !exceeded });
    else await work.tally('register');
    if (!exceeded) return user ? { account: user, browser } : 'taken';
    const account = await this.accounts.findForSignIn(email, visit.browser.hash, work.now(), work.tx);
    const asked = await this.codes.ask(work, { purpose: 'sign_in', email, userId: account?.client_id ?? null, ownBrowser: account?.own_browser ?? false }, visit);
    return 'waitSeconds' in asked ? asked : 'code_sent';
  }

  /** @param from `opensHere`: the browser signs in without a code for a moment */
  private async keepTyped(work: Work, { id, email }: Account, body: RegisterClientDto, from: { by: Browser; opensHere: boolean }): Promise<void> {
    const now = work.now();
    const until = from.opensHere ? new Date(now.getTime() + REGISTERED_HERE_MS) : null;
    const typed = { phone: body.phone ?? null, date_of_birth: body.date_of_birth ?? null, typed_by: from.by.hash };
    await this.accounts.insertAccount({ client_id: id, ...typed, registered_at: now, auto_login_until: until }, work.tx);
    await this.addresses.note(id, email, now, work.tx);
    await work.record({ action: 'register', ...aboutClient(id) });
  }

  /** For an address with an account and for one without, the same statements run in the same order: the time it takes tells nothing. */
  private async attemptLogin(work: Work, email: string, visit: Visit): Promise<LoginOutcome> {
    await this.limits.lock(work);
    await this.codes.lock(work, email);
    const account = await this.accounts.findForSignIn(email, visit.browser.hash, work.now(), work.tx);
    const awaitsObjection = (await this.codes.proofAddress({ id: account?.client_id ?? NOBODY, email }, work)) !== email;
    const trusted = account?.trust && (await this.sessions.beginByTrust(work, account.trust, visit, awaitsObjection));
    if (trusted) return trusted;
    if (account?.registered_here) return this.sessions.begin(work, account.client_id, visit, { verified: false, provedAt: null });
    const exceeded = await this.limits.areExceeded(work);
    if (!exceeded) await this.limits.count(work, account !== undefined);
    const answered = account !== undefined || exceeded;
    const whose = { userId: account?.client_id ?? null, ownBrowser: account?.own_browser ?? false };
    const asked = await this.codes.ask(work, { purpose: 'sign_in', email, ...whose, answered }, visit);
    if ('waitSeconds' in asked) return asked;
    return answered ? 'code_sent' : 'unknown';
  }

  private async attemptVerify(work: Work, proof: Proof, trust: boolean, visit: ProofVisit): Promise<ClientSignIn | RefusedCode> {
    const taken = await this.takeProof(work, proof, visit);
    if ('refusal' in taken) return taken;
    if (!taken.user.is_active) throw new DomainError('forbidden', messages.deactivated);
    const { id, first } = await this.takeFirstProof(work, taken.user, visit.browser);
    const renewed = { ...visit, browser: await this.sessions.renewBrowser(work, id, visit.browser, trust) };
    const signIn = await this.sessions.beginByProof(work, id, renewed, taken.user.id, taken.isProof);
    const self = asSignedIn(work, signIn.signedIn);
    await self.record({ action: 'client_verify', ...aboutClient(id), details: { by: 'token' in proof ? 'link' : 'code', first } });
    await this.sessions.endTrustOfOthers(self, id, renewed.browser);
    if (trust) await this.sessions.trust(self, { id, email: taken.user.email }, renewed);
    return signIn;
  }

  /**
   * Takes a proof and ends every other code of the account. What was refused has used up a try: it is committed before the refusal.
   * @returns whose account it is, and whether it came from where a proof of it comes from; or why it was refused
   */
  private async takeProof(work: Work, proof: Proof, visit: ProofVisit): Promise<{ user: Account; isProof: boolean } | RefusedCode> {
    const code = 'token' in proof ? undefined : await this.codes.findForSignIn(work, proof.email, visit.browser.hash);
    const link = 'token' in proof ? await this.codes.findByLink(work, proof.token) : undefined;
    if (link?.user_id && 'token' in proof && isOpen(link, work.now())) assertMeant(link, proof, visit);
    const user = await this.users.lock(work, (code ?? link)?.user_id ?? NOBODY);
    const redeemed = 'token' in proof ? await this.codes.redeemLink(work, link, proof.email) : await this.codes.redeem(work, code, proof.code);
    const over = refusedLink('token' in proof ? proof.email : undefined);
    // The code went to the account's own address; one that was written into the table since is nobody's.
    if ('codeId' in redeemed && user && !(await this.addresses.isOf(user.id, user.email, work.tx))) return over;
    const given = code ?? link;
    if ('codeId' in redeemed && user && given) {
      await this.codes.endAllOf(work, user.id);
      return { user, isProof: this.codes.wentTo(given, await this.codes.proofAddress(user, work)) };
    }
    // A code's first wrong try is in its owner's log; how often anybody went on is a number.
    if (user && 'first' in redeemed && redeemed.first) await work.record({ action: 'client_verify_failed', ...aboutClient(user.id) });
    else await work.tally('client_verify_failed');
    return 'refusal' in redeemed ? redeemed : over;
  }

  /**
   * The first proof of an account's address: who gives it is a person from now on, and the account takes the person's id. What this browser typed
   * when it registered becomes the person's own; what another one typed is dropped.
   * @returns the account's id from now on, and whether this was the first proof
   */
  private async takeFirstProof(work: Work, user: Account, browser: Browser): Promise<{ id: string; first: boolean }> {
    const account = await this.accounts.findState(user.id, work.tx);
    if (!account || account.verified_at) return { id: user.id, first: false };
    const { id, name } = await this.clients.prove(work, user.email);
    await this.users.takePersonId(work, user.id, id);
    const own = account.typed_by?.equals(browser.hash) ?? false;
    if (own) {
      // What the log says of the account before was the person's own doing.
      await this.persons.rememberFormer(user.id, id, work.tx);
      await this.persons.changePerson(id, { name: user.name }, work.tx);
    } else {
      await this.users.rename(work, id, name);
      await this.persons.changePerson(id, { name }, work.tx);
    }
    const typed = own ? account : { phone: null, date_of_birth: null };
    // A number that somebody gave before, whoever it was, does not become the client's.
    await this.persons.changePerson(id, { phone: typed.phone }, work.tx);
    await this.accounts.markVerified(id, work.now(), typed, work.tx);
    return { id, first: true };
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', 'Please sign in first.');
}

/**
 * A link that is passed on would sign its reader in to the account of who passed it on, where all that they type from then on can be read.
 * So in a browser that did not ask for it the person says whose account it is, and nobody's session ends for another's unasked.
 * @throws DomainError unauthenticated, conflict
 */
function assertMeant(link: CodeRow, { email, instead }: LinkProof, visit: ProofVisit): void {
  const { hereId } = visit;
  if (hereId === link.user_id) return;
  if (email === undefined && !isOf(link, visit)) throw refusedField('email', messages.linkElsewhere, 'unauthenticated');
  if (hereId !== undefined && !instead) throw refusedField('instead', messages.othersSession, 'conflict');
}

function isOf({ browser_hash }: CodeRow, { browser }: Visit): boolean {
  return equalInConstantTime(browser_hash, browser.hash);
}

function proofOf({ email, code, token, instead = false }: VerifyClientDto): Proof {
  if (token !== undefined && code === undefined) return { token, email, instead };
  if (token === undefined && email !== undefined && code !== undefined) return { email, code };
  throw new DomainError('invalid', messages.codeOrLink);
}
