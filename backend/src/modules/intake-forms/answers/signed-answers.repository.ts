import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { isOfPerson } from '../../clients/links/client-links.service';
import { IntakeRequest } from '../intake-form.entity';

/** A completed form with the answers that are there now. */
export interface SignedAnswers extends Pick<IntakeRequest, 'id' | 'version_id' | 'completed_at' | 'answers_mark'> {
  /** Id and question of each: a new value brings a new id, and an answer opens under its own alone. */
  given: string[];
}

/** {@link SignedAnswers} beside the columns of a request. @param request its name in the statement */
export const signedAnswersOf = (request: string): string => `${request}.answers_mark,
           array(select a.id || ' ' || a.question_id from intake_answers a where a.request_id = ${request}.id order by a.id) as given`;

const ONE = statement<SignedAnswers>('intake-signed-answers', `select r.id, r.version_id, r.completed_at, ${signedAnswersOf('r')} from intake_requests r where r.id = $1`);
const AFTER = statement<SignedAnswers>('intake-signed-answers-after', `select r.id, r.version_id, r.completed_at, ${signedAnswersOf('r')}
         from intake_requests r where r.completed_at is not null and r.id > $1 order by r.id limit $2`);

const OF_PERSON = statement<Pick<IntakeRequest, 'id'>>('intake-signed-of-person', `select r.id from intake_requests r
         where r.therapist_id = $1 and ${isOfPerson('r.client_id', '$1', '$2')} and r.completed_at is not null order by r.completed_at, r.id`);

const PER_PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What people signed: exactly these answers, to exactly that version, at that moment. */
@Injectable()
export class SignedAnswersRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  /** Of a person with one therapist, whichever of the records shown together is named, in the order they were completed. */
  async listOfPerson(therapistId: string, clientId: string): Promise<string[]> {
    return (await this.database.query(OF_PERSON, [therapistId, clientId])).map(({ id }) => id);
  }

  /** For a form that this transaction has just completed. */
  async sign(requestId: string, on: Queryable): Promise<void> {
    for (const form of await on.query(ONE, [requestId])) await this.store(form, on);
  }

  /** Whether the answers are those that were signed. */
  isAsSigned(form: SignedAnswers): boolean {
    return form.answers_mark !== null && equalInConstantTime(form.answers_mark, this.mark(form));
  }

  /** Marks those of before there were marks. @returns how many */
  async adopt(on: Queryable): Promise<number> {
    let adopted = 0;
    for await (const form of this.all(on)) {
      if (form.answers_mark !== null) continue;
      await this.store(form, on);
      adopted += 1;
    }
    return adopted;
  }

  /** Forms whose answers are not the ones that were signed. */
  async listForeign(): Promise<string[]> {
    const foreign: string[] = [];
    for await (const form of this.all(this.database)) if (!this.isAsSigned(form)) foreign.push(form.id);
    return foreign;
  }

  private async *all(on: Queryable): AsyncGenerator<SignedAnswers> {
    let page: SignedAnswers[] = [];
    do {
      page = await on.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, PER_PAGE]);
      yield* page;
    } while (page.length === PER_PAGE);
  }

  private async store(form: SignedAnswers, on: Queryable): Promise<void> {
    await on.manager.update(IntakeRequest, { id: form.id }, { answers_mark: this.mark(form) });
  }

  private mark({ id, version_id, completed_at, given }: SignedAnswers): Buffer {
    return this.keys.mark('intake_answers', [id, version_id, completed_at, ...given]);
  }
}
