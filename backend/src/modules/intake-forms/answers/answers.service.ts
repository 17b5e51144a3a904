import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Actor, CurrentUserData, hasFreshProof } from '../../../common/access/actor';
import type { Browser } from '../../../common/access/visit';
import { Clock } from '../../../common/clock/clock';
import { newOneTimeCode } from '../../../common/crypto/tokens';
import { newId, type Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, PermanentFailure, Upkeep } from '../../../common/jobs/job';
import { CodeLimits } from '../../../common/limits/code-limits';
import { connectionOf, Limit, LimitEntry, Limits, subnetOf } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { ClientsService } from '../../clients/persons/persons.service';
import { CodesGivenAwayService } from '../../clients/sign-in/codes-given-away.service';
import { IntroductionsService } from '../../clients/strangers/introductions.service';
import { AnswerValue, shownQuestions } from '../builder/question';
import { isWaiting, statusOf } from '../sending/request-status';
import { checkAnswer } from './answer-rule';
import { CompleteFormDto, FormCodeSentDto, FormLinkDto, FormSheetDto, GiveAnswerDto, LinkStatus, SavedAnswerDto } from './answer.dto';
import { GivenAnswer, IntakeAnswerRepository, LinkedRequest } from './answer.repository';
import { formCodeMail } from './form-code-mail';
import * as messages from './messages';

/** Eight tries over about ten minutes: a code does not live longer. */
export const sendFormCode = job<{ code_id: string }>('code-mail', 'send-form-code', { attempts: 8, brief: true, toTypedAddress: true });

/** All answers to one form; about a hundred pages. */
const ANSWERS_BYTES = 262_144;
const CODE_SECONDS = 600;
const RESEND_SECONDS = 60;
const TRIES = 5;
const HOUR_MS = 3_600_000;
/** A browser that has given no answer for so long may have somebody else before it. */
const GOES_ON_MS = HOUR_MS / 2;
/** However many browsers the link was passed on to: with 5 tries for each of 20 codes an hour, guessing one of a million takes a year. */
const CODES_PER_FORM: Limit = { scope: 'intake-codes', max: 20, windowMs: HOUR_MS };
/** Shares of these: whoever has the link from elsewhere does not use up what the person needs. */
const CODES_FROM_HERE: Limit = { scope: 'intake-codes-connection', max: 3, windowMs: HOUR_MS };
const CODES_FROM_NETWORK: Limit = { scope: 'intake-codes-network', max: 5, windowMs: HOUR_MS };
const OPENED_BY_LINK: Limit = { scope: 'intake-opened', max: 120, windowMs: HOUR_MS };
const OPENED_FROM_HERE: Limit = { scope: 'intake-opened-connection', max: 300, windowMs: HOUR_MS };
/** Somebody who writes saves every second or two. */
const SAVED_BY_LINK: Limit = { scope: 'intake-saved', max: 3_000, windowMs: HOUR_MS };
/** Each reads all answers of the form, also one that is refused. */
const SIGNED_BY_LINK: Limit = { scope: 'intake-signed', max: 60, windowMs: HOUR_MS };
/** Also what is refused, in this process alone. */
const SAVED_FROM_HERE: Limit = { scope: 'intake-saved-connection', max: 6_000, windowMs: HOUR_MS };

/** Who has the link. */
export interface FormVisitor {
  actor: Actor;
  browser: Browser;
  /** The signed-in client with a proved address, if there is one. */
  client: CurrentUserData | undefined;
}

/**
 * Filling in a form by its link, without an account. The browser that gives the first answer may go on with it for half an hour after its
 * last one, a session as long as it lasts; then, and in any other one, a code is asked for that is mailed to the person, so that neither a
 * link that was passed on nor one in a browser's history shows answers. Whoever proves to be the person, by that code or by one for signing
 * in a moment ago, ends every other one: the first may have been anybody's.
 */
@Injectable()
export class IntakeAnswersService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly codeLimits: CodeLimits,
    private readonly clients: ClientsService,
    private readonly repository: IntakeAnswerRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly introductions: IntroductionsService,
    private readonly givenAway: CodesGivenAwayService,
  ) {}

  /**
   * Where the link leads; with the form and what was answered so far while it is open.
   * @param knowsPractice whoever is signed in says so of a practice that they never went to
   * @throws DomainError not_found, too_many
   */
  async open(token: string, visitor: FormVisitor, knowsPractice = false): Promise<FormLinkDto> {
    const request = await this.repository.findLinked(token, placeOf(visitor));
    if (!request) throw new DomainError('not_found', messages.noSuchForm);
    const wait = await this.limits.reserve([OPENED_FROM_HERE, connectionOf(visitor.actor.address)], [OPENED_BY_LINK, request.id]);
    if (wait > 0) throw tooMany(messages.openedTooOften, wait);
    const status = await this.linkStatus(request, visitor);
    if (status !== 'open') return toLink(request, status, null);
    const unknown = visitor.client && !knowsPractice ? await this.introductions.find(request.therapist_id, request.client_id) : undefined;
    if (unknown) return { ...toLink(request, 'practice_unknown', null), unknown_practice: { namesake: unknown.namesake } };
    const takenOver = this.isProved(visitor) && request.admittedElsewhere;
    if (takenOver) await this.takeOver(token, visitor);
    return this.show(token, request, visitor, takenOver);
  }

  /**
   * Saves one answer, or takes it away.
   * @throws DomainError not_found; forbidden while a code is asked for; conflict when the form is over or has changed meanwhile; rule, at the
   *   field `value`, for what is no answer to the question, and for a live code that signs the person in: it ends
   */
  async answer(body: GiveAnswerDto, visitor: FormVisitor): Promise<SavedAnswerDto> {
    const connection = connectionOf(visitor.actor.address);
    if (!this.limits.takeHere(SAVED_FROM_HERE, connection)) throw tooMany(messages.savedTooOften, this.limits.secondsHere(SAVED_FROM_HERE, connection));
    const answered = await this.works.begin(actorOf(visitor), async (work) => {
      const claim = await this.clients.claims(work);
      const request = await this.lockOpen(work, body, visitor);
      const question = request.questions.find(({ id }) => id === body.question_id);
      if (!question) throw new DomainError('rule', messages.noSuchQuestion, { errors: [{ field: 'question_id', message: messages.noSuchQuestion }] });
      const checked = checkAnswer(question, body.value);
      if ('problem' in checked) throw new DomainError('rule', checked.problem, { errors: [{ field: 'value', message: checked.problem }] });
      const wait = await this.limits.reserveIn(work.tx, [[SAVED_BY_LINK, request.id]]);
      if (wait > 0) throw tooMany(messages.savedTooOften, wait);
      const codes = await this.givenAway.find(work, request.client_id, textsOf(checked.value));
      if (codes.length > 0) return { codes };
      const now = work.now();
      const saved = { question_id: question.id, saved_at: now.toISOString() };
      // Taking nothing away begins nothing.
      if (checked.value === undefined && !request.started_at) return saved;
      if (checked.value !== undefined) await this.assertRoom(work, request.id, question.id, checked.value);
      if (checked.value === undefined) await this.repository.deleteAnswers(request.id, [question.id], work.tx);
      else await this.repository.saveAnswer(request, question.id, checked.value, now, work.tx);
      if (this.isProved(visitor) && request.admittedElsewhere) await this.admitAlone(work, request, visitor);
      else await this.repository.admitBrowser(request.id, placeOf(visitor), now, work.tx);
      if (!request.started_at) await work.record(formDeed('start_form', request));
      await this.repository.markStarted(request.id, now, work.tx);
      await claim(request.client_id);
      return saved;
    });
    return 'codes' in answered ? this.refuseCodes(answered.codes, [{ field: 'value', message: messages.codeGiven }]) : answered;
  }

  /**
   * Signs off what was answered; from then on the therapist can read it. Answers to questions that are not shown are let go. The practice becomes one that the person goes to,
   * whatever else they have: did it depend on where else they go, the practice would see that.
   * @throws DomainError as {@link answer}; rule with one of `errors[]` per question, `answers.<id>`, for what is missing or no answer any more, and where a live code was given in parts or as the name: it ends
   */
  async complete(body: CompleteFormDto, visitor: FormVisitor): Promise<FormLinkDto> {
    const linked = await this.repository.findLinked(body.token, placeOf(visitor));
    // Whatever becomes of it: within the work it would be undone with it.
    const wait = linked ? await this.limits.reserve([SIGNED_BY_LINK, linked.id]) : 0;
    if (wait > 0) throw tooMany(messages.savedTooOften, wait);
    const completed = await this.works.begin(actorOf(visitor), async (work) => {
      // Before the form, as every deed that may make it another person's.
      if (linked) await this.clients.hold(work, linked.client_id);
      const request = await this.lockOpen(work, body, visitor);
      const given = new Map((await this.repository.listAnswers([request], { on: work.tx })).flatMap(({ question_id, value }) => (value === null ? [] : [[question_id, value] as const])));
      const { shown, errors } = review(request, given);
      if (errors.length > 0) throw new DomainError('rule', messages.stillMissing(errors.length), { errors });
      const inParts = [...shown].flatMap((id) => textsOf(given.get(id))).join(' ');
      const codes = await this.givenAway.find(work, request.client_id, [body.signed_name, inParts]);
      if (codes.length > 0) return { codes };
      const hidden = [...given.keys()].filter((id) => !shown.has(id));
      if (hidden.length > 0) await this.repository.deleteAnswers(request.id, hidden, work.tx);
      const at = work.now();
      await this.repository.markStarted(request.id, at, work.tx);
      await this.repository.complete(request, { signed_name: body.signed_name, at }, work.tx);
      await work.record(formDeed('complete_form', request));
      await this.clients.goTo(work, request.client_id, request.therapist_id);
      return toLink({ ...request, completed_at: at }, 'completed', null);
    });
    return 'codes' in completed ? this.refuseCodes(completed.codes) : completed;
  }

  /** @throws DomainError rule, once the codes that somebody was asked for are worth nothing any more */
  private async refuseCodes(codes: readonly string[], errors: { field: string; message: string }[] = []): Promise<never> {
    await this.givenAway.end(codes);
    throw new DomainError('rule', messages.codeGiven, { errors });
  }

  /** Whoever stops leaves nothing open: from now on this browser is asked for a code, too. @returns where the link leads now @throws DomainError not_found */
  leave(token: string, visitor: FormVisitor): Promise<FormLinkDto> {
    return this.works.begin(actorOf(visitor), async (work) => {
      const request = await this.repository.lockLinked(token, placeOf(visitor), work.tx);
      if (!request) throw new DomainError('not_found', messages.noSuchForm);
      await this.repository.endBrowser(request.id, placeOf(visitor), work.now(), work.tx);
      return toLink(request, await this.linkStatus({ ...request, admitted_at: null }, visitor, work.tx), null);
    });
  }

  /** @throws DomainError rule, at the field `value`, for more than a form is for */
  private async assertRoom(work: Work, requestId: string, questionId: string, value: AnswerValue): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(value)) + (await this.repository.sizeOfOthers(requestId, questionId, work.tx));
    if (bytes > ANSWERS_BYTES) throw new DomainError('rule', messages.tooMuchInAll, { errors: [{ field: 'value', message: messages.tooMuchInAll }] });
  }

  /** Mails a code to the person, for this browser. @throws DomainError not_found; conflict when the form is over; too_many */
  async sendCode(token: string, visitor: FormVisitor): Promise<FormCodeSentDto> {
    await this.limits.inTurn([this.codeLimits.turnOf(visitor.actor)], () => this.works.begin(visitor.actor, async (work) => {
      const now = work.now();
      const request = await this.repository.lockLinked(token, placeOf(visitor), work.tx);
      if (!request) throw new DomainError('not_found', messages.noSuchForm);
      if (!isWaiting(request, now) || isElsewhere(request, visitor)) throw new DomainError('conflict', messages.formOver);
      const asked = await this.repository.findLastAsked(request.id, placeOf(visitor), work.tx);
      const waitMs = asked ? asked.getTime() + RESEND_SECONDS * 1_000 - now.getTime() : 0;
      if (waitMs > 0) throw tooMany(messages.resendWait(Math.ceil(waitMs / 1_000)), Math.ceil(waitMs / 1_000));
      await this.codeLimits.countAsked(work.actor, work.tx);
      const shares: LimitEntry[] = [[CODES_FROM_HERE, `${request.id} ${connectionOf(work.actor.address)}`], [CODES_FROM_NETWORK, `${request.id} ${subnetOf(work.actor.address)}`]];
      const wait = await this.limits.reserveIn(work.tx, [[CODES_PER_FORM, request.id], ...shares]);
      if (wait > 0) throw tooMany(messages.tooManyCodes, wait);
      const id = newId();
      const expires_at = new Date(now.getTime() + CODE_SECONDS * 1_000);
      await this.repository.insertCode(request, placeOf(visitor), { id, code: newOneTimeCode(), tries_left: TRIES, created_at: now, expires_at }, work.tx);
      await work.enqueue(sendFormCode, { code_id: id });
      await work.record(formDeed('request_form_code', request));
    }));
    return { status: 'code_sent', resend_after_seconds: RESEND_SECONDS, expires_in_seconds: CODE_SECONDS };
  }

  /** The right code lets this browser go on. @throws DomainError not_found; unauthenticated for a wrong, late or spent code; too_many */
  async verifyCode(token: string, code: string, visitor: FormVisitor): Promise<FormLinkDto> {
    const place = placeOf(visitor);
    const request = await this.repository.findLinked(token, place);
    if (!request) throw new DomainError('not_found', messages.noSuchForm);
    const look = () => this.repository.tryCode(request.id, place, code.trim(), this.clock.now());
    const tried = await this.codeLimits.tryCode(visitor.actor, look, (outcome) => !outcome?.matches, `form ${request.id}`);
    if (!tried?.matches) {
      const spent = !tried || tried.tries_left === 0;
      const message = spent ? messages.codeSpent : messages.wrongCode(tried.tries_left);
      throw new DomainError('unauthenticated', message, { errors: [{ field: spent ? 'code_spent' : 'code', message }] });
    }
    await this.takeOver(token, visitor);
    const proved = await this.repository.findLinked(token, place);
    if (!proved) throw new DomainError('not_found', messages.noSuchForm);
    const status = await this.linkStatus(proved, visitor);
    return status === 'open' ? this.show(token, proved, visitor, true) : toLink(proved, status, null);
  }

  /** @throws PermanentFailure when no further try can deliver it */
  @Handles(sendFormCode)
  async deliverCode({ code_id }: { code_id: string }): Promise<void> {
    const unsent = await this.repository.findUnsentCode(code_id, this.clock.now());
    if (!unsent) return;
    if (!(await this.clients.hasAddress(unsent.client_id, unsent.client_email))) throw new PermanentFailure(messages.foreignAddress);
    await this.mailer.deliver(formCodeMail(unsent, this.config.publicUrl), { isAwaited: true });
    await this.repository.forgetMail(code_id);
  }

  /** A day longer than anybody can use them, for the wait between two. */
  @Upkeep('form codes')
  deleteOldCodes(): Promise<number> {
    return this.repository.deleteCodes(new Date(this.clock.now().getTime() - 24 * HOUR_MS));
  }

  private async linkStatus(request: LinkedRequest, visitor: FormVisitor, on?: Queryable): Promise<LinkStatus> {
    const { client } = visitor;
    const status = statusOf(request, this.clock.now());
    if (status === 'completed' || status === 'expired' || status === 'cancelled' || status === 'withdrawn') return status;
    if (client && !(await this.clients.recordsOf(client.id, on)).includes(request.client_id)) return 'other_person';
    if (!request.therapist_is_active || isElsewhere(request, visitor)) return 'withdrawn';
    return request.started_at === null || this.goesOn(request, visitor) || this.isProved(visitor) ? 'open' : 'code_needed';
  }

  private goesOn({ admitted_at }: LinkedRequest, { client }: FormVisitor): boolean {
    return admitted_at !== null && (client !== undefined || this.clock.now().getTime() - admitted_at.getTime() < GOES_ON_MS);
  }

  /** Signed in with a proof of these minutes: what was answered is opened like everything else that is. */
  private isProved({ client }: FormVisitor): boolean {
    return client !== undefined && hasFreshProof(client, this.clock.now());
  }

  /** @param takenOver other browsers have just been ended: what they answered need not be the person's own */
  private async show(token: string, request: LinkedRequest, visitor: FormVisitor, takenOver: boolean): Promise<FormLinkDto> {
    const answers = await this.listAnswers(token, request, visitor);
    if (!request.opened_at) await this.repository.markOpened(request.id, this.clock.now());
    if (answers.length > 0) await this.works.recordRead(actorOf(visitor), formDeed('view_own_answers', request));
    return { ...toLink(request, 'open', toSheet(request, answers)), answered_elsewhere: takenOver && answers.length > 0 };
  }

  private async listAnswers(token: string, request: LinkedRequest, { browser }: FormVisitor): Promise<GivenAnswer[]> {
    const answers = await this.repository.listAnswers([request]);
    if (answers.every(({ value }) => value !== null)) return answers;
    // They may have been sealed anew since the request was read, for a newer version or for a person who turned out to be another.
    const again = await this.repository.findLinked(token, browser.hash);
    return again ? this.repository.listAnswers([again]) : answers;
  }

  /** The person has proved themselves: this browser goes on, every other one is asked for a code. */
  private async takeOver(token: string, visitor: FormVisitor): Promise<void> {
    await this.works.begin(actorOf(visitor), async (work) => {
      const request = await this.repository.lockLinked(token, placeOf(visitor), work.tx);
      if (!request) throw new DomainError('not_found', messages.noSuchForm);
      await this.admitAlone(work, request, visitor);
    });
  }

  /** The log knows of it before: an admission from an earlier time has ended, even if its row is there again. */
  private async admitAlone(work: Work, request: LinkedRequest, visitor: FormVisitor): Promise<void> {
    await work.record(formDeed('resume_form', request));
    const now = work.now();
    await this.repository.admitBrowser(request.id, placeOf(visitor), now, work.tx);
    await this.repository.endOtherBrowsers(request.id, placeOf(visitor), now, work.tx);
  }

  /** The request, locked, as this visitor may change it. */
  private async lockOpen(work: Work, { token, version }: { token: string; version: number }, visitor: FormVisitor): Promise<LinkedRequest> {
    const request = await this.repository.lockLinked(token, placeOf(visitor), work.tx);
    if (!request) throw new DomainError('not_found', messages.noSuchForm);
    const status = await this.linkStatus(request, visitor, work.tx);
    if (status === 'code_needed' || status === 'other_person') throw new DomainError('forbidden', messages.codeNeeded);
    if (status !== 'open') throw new DomainError('conflict', status === 'completed' ? messages.alreadyCompleted : messages.formOver);
    if (request.version !== version) throw new DomainError('conflict', messages.formChanged, { errors: [{ field: 'version', message: messages.formChanged }] });
    return this.repository.showNewest(request, work.tx);
  }
}

/** What is let in: a browser, or of somebody who is signed in this one session, so that nothing stays open behind a logout. */
function placeOf({ browser, client }: FormVisitor): Buffer {
  return client ? createHash('sha256').update(`session ${client.sessionId}`).digest() : browser.hash;
}

/** Whoever reads the mailbox of before is not who began it. */
function isElsewhere({ left_at }: LinkedRequest, { client }: FormVisitor): boolean {
  return left_at !== null && client === undefined;
}

/** Who acts: the person themselves where they are signed in. */
function actorOf({ actor, client }: FormVisitor): Actor {
  return client ? { type: client.userType, id: client.id, sessionId: client.sessionId, address: actor.address } : actor;
}

/** What of an answer could be a code: what was typed, not what was chosen. A number loses the zeros that a code begins with. */
function textsOf(value: AnswerValue | undefined): string[] {
  if (typeof value === 'number') return [String(Math.abs(value)).padStart(6, '0')];
  return typeof value === 'string' ? [value] : [];
}

function review({ questions }: LinkedRequest, given: ReadonlyMap<string, AnswerValue>): { shown: Set<string>; errors: { field: string; message: string }[] } {
  const shown = shownQuestions(questions, given);
  const errors = shown.flatMap((question) => {
    const checked = checkAnswer(question, given.get(question.id));
    const message = 'problem' in checked ? checked.problem : question.required && checked.value === undefined ? messages.requiredQuestion : undefined;
    return message === undefined ? [] : [{ field: `answers.${question.id}`, message }];
  });
  return { shown: new Set(shown.map(({ id }) => id)), errors };
}

function toLink(request: LinkedRequest, status: LinkStatus, form: FormSheetDto | null): FormLinkDto {
  const { therapist_name, practice_since, starts_at, timezone, completed_at } = request;
  return { status, therapist_name, practice_since: practice_since.toISOString(), unknown_practice: null, starts_at: starts_at?.toISOString() ?? null, timezone, completed_at: completed_at?.toISOString() ?? null, form, answered_elsewhere: false };
}

function toSheet({ title, description, version, questions }: LinkedRequest, answers: readonly GivenAnswer[]): FormSheetDto {
  const asked = new Set(questions.map(({ id }) => id));
  const shown = answers.flatMap(({ question_id, value, answered_at }) =>
    asked.has(question_id) && value !== null ? [{ question_id, value, answered_at: answered_at.toISOString() }] : [],
  );
  return { title, description, version, questions, answers: shown };
}

function formDeed(action: string, { id, client_id }: Pick<LinkedRequest, 'id' | 'client_id'>) {
  return { action, subjectType: 'intake_request', subjectId: id, clientIds: [client_id] } as const;
}

function tooMany(message: string, seconds: number): DomainError {
  return new DomainError('too_many', message, { retryAfterSeconds: seconds });
}
