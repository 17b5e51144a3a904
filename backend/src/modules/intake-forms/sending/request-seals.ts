import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Queryable, statement } from '../../../common/database/database';
import { ANSWER_OWNER, CODE_OWNER, IntakeAnswer, IntakeCode, IntakeRequest, REQUEST_OWNER, RequestOwner } from '../intake-form.entity';

/** A request with what is sealed of it, locked. */
export interface SealedRequest extends RequestOwner, Pick<IntakeRequest, 'token' | 'signed_name' | 'completed_at' | 'withdrawn_at'> {}

const SEALED = 'select id, therapist_id, client_id, form_id, version_id, token_hash, token, signed_name, completed_at, withdrawn_at from intake_requests';
const SEALED_ONE = statement<SealedRequest>('intake-request-sealed', `${SEALED} where id = $1 for update`);
const SEALED_OF_CLIENT = statement<SealedRequest>('intake-requests-sealed', `${SEALED} where client_id = $1 and ($2::uuid is null or therapist_id = $2) order by id for update`);
const ANSWERS = statement<Pick<IntakeAnswer, 'id' | 'request_id' | 'question_id' | 'value'>>(
  'intake-answers-sealed',
  'select id, request_id, question_id, value from intake_answers where request_id = $1 order by id for update',
);
const CODES = statement<Pick<IntakeCode, 'id' | 'request_id' | 'browser_hash' | 'mail_secret'>>(
  'intake-codes-sealed',
  'select id, request_id, browser_hash, mail_secret from intake_codes where request_id = $1 and mail_secret is not null order by id for update',
);

const RESEAL_ANSWERS = statement('intake-answers-reseal', 'update intake_answers a set value = v.value from unnest($1::uuid[], $2::bytea[]) as v (id, value) where a.id = v.id');

/** All that is sealed of a form that was sent is bound to whose it is, what it asks and which link leads to it: when that changes, it is sealed anew. */
@Injectable()
export class RequestSeals {
  constructor(private readonly cipher: ColumnCipher) {}

  /** @param therapistId whose alone, if not everybody's */
  lockOfClient(clientId: string, on: Queryable, therapistId?: string): Promise<SealedRequest[]> {
    return on.query(SEALED_OF_CLIENT, [clientId, therapistId]);
  }

  async lockOne(id: string, on: Queryable): Promise<SealedRequest> {
    const [row] = await on.query(SEALED_ONE, [id]);
    if (!row) throw new Error('a locked form is gone');
    return row;
  }

  /** Changes what a request belongs to. @param newToken where its link is another one from now on */
  async hand(request: SealedRequest, change: Partial<Omit<RequestOwner, 'id'>>, on: Queryable, newToken?: string): Promise<void> {
    const { id } = request;
    const after = { ...request, ...change };
    const place = (column: string) => [REQUEST_OWNER.place(column, request), REQUEST_OWNER.place(column, after)] as const;
    const token = newToken === undefined ? this.cipher.move(request.token, ...place('token')) : this.cipher.encrypt(newToken, REQUEST_OWNER.place('token', after));
    const signed_name = request.signed_name && this.cipher.move(request.signed_name, ...place('signed_name'));
    await on.manager.update(IntakeRequest, { id }, { ...change, token, signed_name });
    const answers = await on.query(ANSWERS, [id]);
    const moved = answers.map(({ value, ...answer }) => this.cipher.move(value, ANSWER_OWNER.place('value', { ...request, ...answer }), ANSWER_OWNER.place('value', { ...after, ...answer })));
    if (answers.length > 0) await on.query(RESEAL_ANSWERS, [answers.map((answer) => answer.id), moved]);
    for (const { mail_secret, ...code } of await on.query(CODES, [id])) {
      const moved = mail_secret && this.cipher.move(mail_secret, CODE_OWNER.place('mail_secret', { ...request, ...code }), CODE_OWNER.place('mail_secret', { ...after, ...code }));
      await on.manager.update(IntakeCode, { id: code.id }, { mail_secret: moved });
    }
  }
}
