import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import type { Client } from '../../clients/client.entity';
import { isOfClient, isOfPerson } from '../../clients/links/client-links.service';
import type { AnswerValue, Question } from '../builder/question';
import { pointsFor, SELF_HARM_QUESTION } from '../scoring/instruments';
import { ANSWER_OWNER, CODE_OWNER, IntakeAnswer, IntakeBrowser, IntakeCode, IntakeFormVersion, IntakeRequest, REQUEST_OWNER, RequestOwner } from '../intake-form.entity';
import { CLIENT_NAME, IntakeRequestRepository, OWNER_COLUMNS, REQUEST_TIMES, RequestTimes } from '../sending/request.repository';
import { RequestSeals } from '../sending/request-seals';
import { SignedAnswers, signedAnswersOf, SignedAnswersRepository } from './signed-answers.repository';

/** A form that somebody is asked to fill in, with the newest version of its questions. */
export interface LinkedRequest extends RequestTimes, RequestOwner, Pick<IntakeRequest, 'left_at'>, Pick<IntakeFormVersion, 'version' | 'title' | 'description' | 'questions'> {
  /** The newest; `version_id` is the one that was shown last. */
  newest_version_id: string;
  therapist_name: string;
  therapist_is_active: boolean;
  /** Since when the practice is here. */
  practice_since: Date;
  starts_at: Date | null;
  timezone: string | null;
  /** When the browser that asks gave its last answer, or a mailed code; null where it gave neither. */
  admitted_at: Date | null;
  /** Another browser has. */
  admittedElsewhere: boolean;
}

/** Hash and mark in hex. */
type Admission = Record<'hash' | 'mark' | 'proved_at', string>;

type LinkedRow = Omit<LinkedRequest, 'admitted_at' | 'admittedElsewhere'> & Pick<IntakeRequest, 'token'> & { browsers: Admission[]; deeds: MarkedEntry[] };

/** A form as it was completed. */
export interface CompletedForm extends RequestOwner, Pick<IntakeRequest, 'completed_at'>, Pick<IntakeFormVersion, 'title' | 'description' | 'questions' | 'version' | 'instrument'> {
  client_name: string;
  therapist_name: string;
  /** What the person typed to sign; null where it does not open, or the answers are not those that were signed: somebody changed the rows. */
  signed_name: string | null;
}

type CompletedRow = Omit<CompletedForm, 'signed_name' | 'questions'> & Pick<IntakeRequest, 'signed_name'> & SignedAnswers;

/** A form's questions can be as large as everything else of a hundred rows: each version's are read once, so many at a time. */
const VERSIONS_A_TURN = 2;

/** One answer, opened. */
export interface GivenAnswer extends Pick<IntakeAnswer, 'request_id' | 'question_id' | 'answered_at'> {
  /** Null where it does not open. */
  value: AnswerValue | null;
}

/** A code that waits for its mail. */
export interface UnsentFormCode extends Pick<IntakeCode, 'id'> {
  code: string;
  client_id: Client['id'];
  client_email: Client['email'];
  therapist_name: string;
}

const LINKED = `select r.id, ${OWNER_COLUMNS}, r.token, ${REQUEST_TIMES}, r.left_at, v.id as newest_version_id, v.version, v.title, v.description, v.questions,
           coalesce(p.display_name, u.name) as therapist_name, u.is_active as therapist_is_active, u.created_at as practice_since, b.starts_at, b.timezone,
           (select coalesce(json_agg(json_build_object('hash', encode(k.browser_hash, 'hex'), 'mark', encode(k.mark, 'hex'), 'proved_at', k.proved_at)), '[]'::json)
            from intake_browsers k where k.request_id = r.id) as browsers,
           ${entriesWhere(`l.subject_type = 'intake_request' and l.subject_id = r.id and l.action in ('start_form', 'resume_form', 'complete_form') order by l.seq`)} as deeds
         from intake_requests r
         join intake_forms f on f.id = r.form_id
         join intake_form_versions v on v.form_id = f.id and v.version = f.version
         join users u on u.id = r.therapist_id
         left join therapist_profiles p on p.therapist_id = r.therapist_id
         left join bookings b on b.id = r.booking_id
         where r.token_hash = $1`;
const FIND_LINKED = statement<LinkedRow>('intake-link-find', LINKED);
const LOCK_LINKED = statement<Pick<IntakeRequest, 'id'>>('intake-link-lock', 'select id from intake_requests where token_hash = $1 for update');

const MARK_OPENED = statement('intake-request-opened', 'update intake_requests set opened_at = $2 where id = $1 and opened_at is null');
const MARK_STARTED = statement(
  'intake-request-started',
  'update intake_requests set opened_at = coalesce(opened_at, $2), started_at = coalesce(started_at, $2) where id = $1',
);

const ANSWERS = statement<IntakeAnswer>('intake-answers-of', `select id, request_id, question_id, value, answered_at from intake_answers
         where request_id = any($1) and ($2::text[] is null or question_id = any($2))`);
const SIZE_OF_OTHERS = statement<{ bytes: number }>('intake-answers-size', 'select coalesce(sum(octet_length(value)), 0)::int as bytes from intake_answers where request_id = $1 and question_id <> $2');
/** One answer a request, and only of those that are scored by PHQ-9. */
const SELF_HARM = statement<Pick<IntakeAnswer, 'id' | 'request_id' | 'question_id' | 'value'> & Omit<RequestOwner, 'id'>>('intake-answers-self-harm', `select a.id, a.request_id, a.question_id, a.value, ${OWNER_COLUMNS}
         from intake_requests r
         join intake_form_versions v on v.id = r.version_id and v.instrument = 'phq-9'
         join intake_answers a on a.request_id = r.id
         where r.id = any($1) and r.therapist_id = $3 and a.question_id in (select q->>'id' from jsonb_array_elements(v.questions) q where q->>'question' = $2)`);
/** The value is bound to its row's id, so a new value brings a new one. */
const SAVE_ANSWER = statement('intake-answer-save', `insert into intake_answers (id, request_id, question_id, value, answered_at) values ($1, $2, $3, $4, $5)
         on conflict (request_id, question_id) do update set id = excluded.id, value = excluded.value, answered_at = excluded.answered_at`);
const ADMIT = statement('intake-browser-admit', `insert into intake_browsers (request_id, browser_hash, proved_at, mark) values ($1, $2, $3, $4)
         on conflict (request_id, browser_hash) do update set proved_at = excluded.proved_at, mark = excluded.mark`);

const END_OTHERS = statement('intake-browsers-end-others', 'delete from intake_browsers where request_id = $1 and browser_hash <> $2');
const VOID_OTHER_CODES = statement('intake-codes-void-others', 'update intake_codes set expires_at = least(expires_at, $3), mail_secret = null where request_id = $1 and browser_hash <> $2 and used_at is null');

const NEWEST_CODE = statement<Pick<IntakeCode, 'created_at'>>(
  'intake-code-newest',
  'select created_at from intake_codes where request_id = $1 and browser_hash = $2 order by created_at desc, id desc limit 1',
);
const VOID_CODES = statement('intake-codes-void', 'update intake_codes set expires_at = least(expires_at, $3), mail_secret = null where request_id = $1 and browser_hash = $2 and used_at is null');
/** Compares and counts in one statement, so that parallel tries cannot share one. */
const TRY_CODE = statement<Pick<IntakeCode, 'tries_left' | 'code_hash'> & { matches: boolean }>('intake-code-try', `update intake_codes set
           tries_left = tries_left - (code_hash <> $3)::int,
           used_at = case when code_hash = $3 then $4::timestamptz end,
           mail_secret = case when code_hash = $3 then null else mail_secret end
         where request_id = $1 and browser_hash = $2 and used_at is null and tries_left > 0 and expires_at > $4
         returning tries_left, code_hash, code_hash = $3 as matches`);
const UNSENT_CODE = statement<Omit<UnsentFormCode, 'code'> & Pick<IntakeCode, 'request_id' | 'browser_hash' | 'mail_secret'> & Omit<RequestOwner, 'id'>>('intake-code-unsent', `select k.id, k.request_id, k.browser_hash, k.mail_secret, ${OWNER_COLUMNS}, c.email as client_email, coalesce(p.display_name, u.name) as therapist_name
         from intake_codes k
         join intake_requests r on r.id = k.request_id
         join clients c on c.id = r.client_id
         join users u on u.id = r.therapist_id
         left join therapist_profiles p on p.therapist_id = r.therapist_id
         where k.id = $1 and k.used_at is null and k.expires_at > $2 and k.tries_left > 0`);

const COMPLETED = `select r.id, ${OWNER_COLUMNS}, r.completed_at, r.signed_name, ${signedAnswersOf('r')}, v.title, v.description, v.version, v.instrument,
           ${CLIENT_NAME} as client_name, coalesce(p.display_name, u.name) as therapist_name
         from intake_requests r join intake_form_versions v on v.id = r.version_id
         join users u on u.id = r.therapist_id left join therapist_profiles p on p.therapist_id = r.therapist_id`;
const COMPLETED_ONE = statement<CompletedRow>('intake-completed-one', `${COMPLETED} where r.id = $1 and r.therapist_id = $2 and r.completed_at is not null`);
const COMPLETED_SOME = statement<CompletedRow>('intake-completed-some', `${COMPLETED} where r.id = any($1) and r.therapist_id = $2 and r.completed_at is not null order by r.completed_at, r.id`);
const COMPLETED_OF_FORM = statement<Pick<IntakeRequest, 'id' | 'client_id'>>('intake-completed-of-form', `select r.id, r.client_id from intake_requests r
         where r.form_id = $1 and r.therapist_id = $2 and r.completed_at is not null order by r.completed_at, r.id limit $3`);
const ANSWERED_VERSIONS = statement<Pick<IntakeFormVersion, 'id'>>('intake-versions-answered', `select v.id from intake_form_versions v
         where v.form_id = $1 and exists (select from intake_requests r where r.version_id = v.id and r.therapist_id = $2 and r.completed_at is not null)
         order by v.version`);
/** The same questionnaire, whatever form it is in. */
const COMPLETED_SCORED = statement<CompletedRow>('intake-completed-scored', `${COMPLETED} where ${isOfPerson('r.client_id', '$2', '$1')} and r.therapist_id = $2 and v.instrument = $3 and r.completed_at is not null
         order by r.completed_at desc, r.id desc limit $4`);
const COMPLETED_HERE = statement<Pick<IntakeRequest, 'id'>>('intake-completed-here', `select r.id from intake_requests r where r.therapist_id = $1 and ${isOfClient('r.client_id', '$1', '$2')} and r.completed_at is not null order by r.completed_at, r.id`);
const COMPLETED_IDS = statement<Pick<IntakeRequest, 'id'>>('intake-completed-ids', 'select r.id from intake_requests r where r.client_id = any($1::uuid[]) and r.completed_at is not null order by r.completed_at, r.id');

const QUESTIONS = statement<Pick<IntakeFormVersion, 'id' | 'questions'>>('intake-questions', 'select id, questions from intake_form_versions where id = any($1)');
const COMPLETED_AMONG = statement<CompletedRow>('intake-completed-among', `${COMPLETED} where r.id = any($1) and r.completed_at is not null order by r.completed_at, r.id`);

/** What people answer. Answers, signatures and codes on their way are encrypted; browsers and codes are only kept as keyed digests. */
@Injectable()
export class IntakeAnswerRepository {
  constructor(
    private readonly database: Database,
    private readonly requests: IntakeRequestRepository,
    private readonly seals: RequestSeals,
    private readonly signed: SignedAnswersRepository,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
    private readonly marks: EntryMarks,
  ) {}

  async findLinked(token: string, browserHash: Buffer): Promise<LinkedRequest | undefined> {
    return this.readLinked(token, browserHash, this.database);
  }

  /** Waits for whoever answers, withdraws or completes it. */
  async lockLinked(token: string, browserHash: Buffer, on: Queryable): Promise<LinkedRequest | undefined> {
    // Read after the lock: who waited for a proof sees what it ended.
    const [locked] = await on.query(LOCK_LINKED, [this.requests.tokenDigest(token)]);
    return locked && this.readLinked(token, browserHash, on);
  }

  async markOpened(id: string, at: Date): Promise<void> {
    await this.database.query(MARK_OPENED, [id, at]);
  }

  /** The newest version is what was on the screen. @returns the request as it is from now on */
  async showNewest(request: LinkedRequest, on: Queryable): Promise<LinkedRequest> {
    const version_id = request.newest_version_id;
    if (request.version_id === version_id) return request;
    await this.seals.hand(await this.seals.lockOne(request.id, on), { version_id }, on);
    return { ...request, version_id };
  }

  async markStarted(id: string, at: Date, on: Queryable): Promise<void> {
    await on.query(MARK_STARTED, [id, at]);
  }

  /** From now on the browser may read what was answered. */
  async admitBrowser(requestId: string, browserHash: Buffer, at: Date, on: Queryable): Promise<void> {
    const hash = this.admissionOf(requestId, browserHash);
    await on.query(ADMIT, [requestId, hash, at, this.admissionMark(requestId, hash.toString('hex'), at)]);
  }

  /** This browser, with its codes, is asked for another code from now on. */
  async endBrowser(requestId: string, browserHash: Buffer, at: Date, on: Queryable): Promise<void> {
    const browser_hash = this.admissionOf(requestId, browserHash);
    await on.manager.delete(IntakeBrowser, { request_id: requestId, browser_hash });
    await on.query(VOID_CODES, [requestId, browser_hash, at]);
  }

  /** Every other browser, with its codes, is asked for a code from now on. */
  async endOtherBrowsers(requestId: string, browserHash: Buffer, at: Date, on: Queryable): Promise<void> {
    const own = this.admissionOf(requestId, browserHash);
    await on.query(END_OTHERS, [requestId, own]);
    await on.query(VOID_OTHER_CODES, [requestId, own, at]);
  }

  /**
   * Opened, of no question twice for one request. Whose they are is judged by the rows of the requests as they were read.
   * @param questionIds only these are opened
   */
  async listAnswers(requests: readonly RequestOwner[], { questionIds, on = this.database }: { questionIds?: readonly string[]; on?: Queryable } = {}): Promise<GivenAnswer[]> {
    if (requests.length === 0) return [];
    const owners = new Map(requests.map((request) => [request.id, request]));
    const rows = await on.query(ANSWERS, [[...owners.keys()], questionIds ?? null]);
    return rows.map(({ id, value, ...row }) => ({ ...row, value: this.openAnswer({ ...(owners.get(row.request_id) as RequestOwner), ...row, id }, value) }));
  }

  /** What PHQ-9's item 9 was answered with, 0 to 3, by request; nothing else is opened. */
  async listSelfHarm(therapistId: string, requestIds: readonly string[]): Promise<Map<string, number | null>> {
    if (requestIds.length === 0) return new Map();
    const rows = await this.database.query(SELF_HARM, [requestIds, SELF_HARM_QUESTION, therapistId]);
    return new Map(rows.map((row) => [row.request_id, pointsFor(this.openAnswer(row, row.value) ?? undefined)]));
  }

  /** What all answers but one take, in bytes as they are stored. */
  async sizeOfOthers(requestId: string, questionId: string, on: Queryable): Promise<number> {
    const [row] = await on.query(SIZE_OF_OTHERS, [requestId, questionId]);
    return row?.bytes ?? 0;
  }

  async saveAnswer(request: RequestOwner, questionId: string, value: AnswerValue, at: Date, on: Queryable): Promise<void> {
    const answer = { id: newId(), request_id: request.id, question_id: questionId };
    const sealed = this.cipher.encrypt(JSON.stringify(value), ANSWER_OWNER.place('value', { ...request, ...answer }));
    await on.query(SAVE_ANSWER, [answer.id, request.id, questionId, sealed, at]);
  }

  async deleteAnswers(requestId: string, questionIds: string[], on: Queryable): Promise<void> {
    await on.manager.delete(IntakeAnswer, { request_id: requestId, question_id: In(questionIds) });
  }

  async complete(request: RequestOwner, change: { signed_name: string; at: Date }, on: Queryable): Promise<void> {
    const signed_name = this.cipher.encrypt(change.signed_name, REQUEST_OWNER.place('signed_name', request));
    await on.manager.update(IntakeRequest, { id: request.id }, { signed_name, completed_at: change.at });
    await this.signed.sign(request.id, on);
    // Nobody goes on with it.
    await on.manager.delete(IntakeBrowser, { request_id: request.id });
    await on.manager.delete(IntakeCode, { request_id: request.id });
  }

  /** When this browser asked for a code last. */
  async findLastAsked(requestId: string, browserHash: Buffer, on: Queryable): Promise<Date | undefined> {
    const [row] = await on.query(NEWEST_CODE, [requestId, this.admissionOf(requestId, browserHash)]);
    return row?.created_at;
  }

  /** Older codes of this browser are worth nothing from now on. */
  async insertCode(request: RequestOwner, browserHash: Buffer, code: Pick<IntakeCode, 'id' | 'tries_left' | 'created_at' | 'expires_at'> & { code: string }, on: Queryable): Promise<void> {
    const { code: plain, ...rest } = code;
    const row = { ...rest, request_id: request.id, browser_hash: this.admissionOf(request.id, browserHash) };
    await on.query(VOID_CODES, [row.request_id, row.browser_hash, row.created_at]);
    await on.manager.insert(IntakeCode, {
      ...row,
      code_hash: this.codeHash(row.request_id, row.browser_hash, plain),
      mail_secret: this.cipher.encrypt(plain, CODE_OWNER.place('mail_secret', { ...request, ...row })),
    });
  }

  /** The right code is used up, a wrong one costs a try. @returns undefined when there is no code that could be given */
  async tryCode(requestId: string, browserHash: Buffer, code: string, now: Date): Promise<{ matches: boolean; tries_left: number } | undefined> {
    const admission = this.admissionOf(requestId, browserHash);
    const hash = this.codeHash(requestId, admission, code);
    const [row] = await this.database.query(TRY_CODE, [requestId, admission, hash, now]);
    return row && { matches: row.matches && equalInConstantTime(row.code_hash, hash), tries_left: row.tries_left };
  }

  /** What its mail needs; undefined when it was sent, replaced or used, or is over. */
  async findUnsentCode(id: string, now: Date): Promise<UnsentFormCode | undefined> {
    const [row] = await this.database.query(UNSENT_CODE, [id, now]);
    if (!row?.mail_secret) return undefined;
    const { client_id, client_email, therapist_name } = row;
    const code = this.cipher.tryDecrypt(row.mail_secret, CODE_OWNER.place('mail_secret', row));
    return code === undefined ? undefined : { id, client_id, client_email, therapist_name, code };
  }

  async forgetMail(codeId: string): Promise<void> {
    await this.database.manager.update(IntakeCode, { id: codeId }, { mail_secret: null });
  }

  /** @returns how many went */
  async deleteCodes(expiredBefore: Date): Promise<number> {
    return (await this.database.manager.delete(IntakeCode, { expires_at: LessThan(expiredBefore) })).affected ?? 0;
  }

  async findCompleted(therapistId: string, id: string): Promise<CompletedForm | undefined> {
    return (await this.opened(await this.database.query(COMPLETED_ONE, [id, therapistId])))[0];
  }

  /** Of which requests there are answers, and whose, in the order they were completed. */
  listCompletedOfForm(therapistId: string, formId: string, atMost: number): Promise<Pick<IntakeRequest, 'id' | 'client_id'>[]> {
    return this.database.query(COMPLETED_OF_FORM, [formId, therapistId, atMost]);
  }

  /** In the order they were completed. */
  async listCompleted(therapistId: string, ids: readonly string[]): Promise<CompletedForm[]> {
    return this.opened(await this.database.query(COMPLETED_SOME, [ids, therapistId]));
  }

  /** What was asked in the versions that somebody has completed, oldest first. */
  async listAnsweredQuestions(therapistId: string, formId: string): Promise<Question[]> {
    const ids = (await this.database.query(ANSWERED_VERSIONS, [formId, therapistId])).map(({ id }) => id);
    const questions = await this.questionsOf(ids);
    return ids.flatMap((id) => questions.get(id) ?? []);
  }

  /** Of a person, whichever of their records is named. Newest first. */
  async listScored(therapistId: string, clientId: string, instrument: string, atMost: number): Promise<CompletedForm[]> {
    return this.opened(await this.database.query(COMPLETED_SCORED, [clientId, therapistId, instrument, atMost]));
  }

  /** Which ones are a client's with one therapist, what is shown with them included, in the order they were completed. */
  async listCompletedWith(therapistId: string, clientId: string): Promise<string[]> {
    return (await this.database.query(COMPLETED_HERE, [therapistId, clientId])).map(({ id }) => id);
  }

  /** Which ones are a client's own, in the order they were completed. */
  async listCompletedIds(clientIds: readonly string[]): Promise<string[]> {
    return (await this.database.query(COMPLETED_IDS, [clientIds])).map(({ id }) => id);
  }

  /** In the order they were completed. Whoever asks has looked up which ones may be read. */
  async listCompletedAmong(ids: readonly string[]): Promise<CompletedForm[]> {
    return this.opened(await this.database.query(COMPLETED_AMONG, [ids]));
  }

  /** A link that was laid to another row in the table leads nowhere. */
  private async readLinked(token: string, browserHash: Buffer, on: Queryable): Promise<LinkedRequest | undefined> {
    const [row] = await on.query(FIND_LINKED, [this.requests.tokenDigest(token)]);
    if (!row) return undefined;
    const { token: sealed, browsers, deeds, ...request } = row;
    if (this.cipher.tryDecrypt(sealed, REQUEST_OWNER.place('token', row)) !== token) return undefined;
    const { started_at, completed_at, proved } = await this.historyOf(row, deeds, on);
    const standing = browsers.filter((each) => this.stands(row.id, each, proved));
    const here = standing.find(({ hash }) => equalInConstantTime(Buffer.from(hash, 'hex'), this.admissionOf(row.id, browserHash)));
    const admitted_at = here ? new Date(here.proved_at) : null;
    return { ...request, started_at, completed_at, admitted_at, admittedElsewhere: standing.length > Number(admitted_at !== null) };
  }

  /** What the log says was done with a form, which nobody takes out of it, holds whatever its row says. */
  private async historyOf(row: RequestTimes, deeds: readonly MarkedEntry[], on: Queryable): Promise<Pick<RequestTimes, 'started_at' | 'completed_at'> & { proved: Date | undefined }> {
    const genuine = await this.marks.genuine(deeds, on);
    const last = (deed: string): Date | undefined => {
      const at = genuine.findLast(({ action }) => action === deed)?.at;
      return at === undefined ? undefined : new Date(Math.floor(Number(at) / 1_000));
    };
    return { started_at: row.started_at ?? last('start_form') ?? null, completed_at: row.completed_at ?? last('complete_form') ?? null, proved: last('resume_form') };
  }

  /** Whether a browser was admitted by the product, and not before the person's last proof. */
  private stands(requestId: string, { hash, mark, proved_at }: Admission, proved: Date | undefined): boolean {
    const at = new Date(proved_at);
    return at >= (proved ?? at) && equalInConstantTime(Buffer.from(mark, 'hex'), this.admissionMark(requestId, hash, at));
  }

  private openAnswer(answer: Parameters<typeof ANSWER_OWNER.place>[1], value: Buffer): AnswerValue | null {
    const text = this.cipher.tryDecrypt(value, ANSWER_OWNER.place('value', answer));
    return text === undefined ? null : (JSON.parse(text) as AnswerValue);
  }

  private async opened(rows: readonly CompletedRow[]): Promise<CompletedForm[]> {
    const questions = await this.questionsOf(rows.map(({ version_id }) => version_id));
    return rows.map(({ signed_name, given, answers_mark, ...row }) => ({
      ...row,
      questions: questions.get(row.version_id) ?? [],
      signed_name: this.signed.isAsSigned({ ...row, given, answers_mark }) ? this.openName(row, signed_name) : null,
    }));
  }

  private openName(request: RequestOwner, signed_name: Buffer | null): string | null {
    return signed_name ? (this.cipher.tryDecrypt(signed_name, REQUEST_OWNER.place('signed_name', request)) ?? null) : '';
  }

  private async questionsOf(versionIds: readonly string[]): Promise<Map<string, Question[]>> {
    const ids = [...new Set(versionIds)];
    const read = new Map<string, Question[]>();
    for (let from = 0; from < ids.length; from += VERSIONS_A_TURN) {
      for (const { id, questions } of await this.database.query(QUESTIONS, [ids.slice(from, from + VERSIONS_A_TURN)])) read.set(id, questions);
    }
    return read;
  }

  /** What is stored of a browser: a row that is copied to another form admits nobody there. */
  private admissionOf(requestId: string, browserHash: Buffer): Buffer {
    return this.keys.digest('intake-browser', `${requestId} ${browserHash.toString('hex')}`);
  }

  private admissionMark(requestId: string, hash: string, at: Date): Buffer {
    return this.keys.mark('intake_browsers', [requestId, hash, at]);
  }

  /** A short code is soon guessed from a digest without the key; bound to who asked for which form, a copied row fits nowhere else. */
  private codeHash(requestId: string, admission: Buffer, code: string): Buffer {
    return this.keys.digest('intake-code', `${requestId} ${admission.toString('hex')} ${code}`);
  }
}
