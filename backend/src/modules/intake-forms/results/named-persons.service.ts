import { Injectable } from '@nestjs/common';
import { IntakeAnswerRepository } from '../answers/answer.repository';
import { SignedAnswersRepository } from '../answers/signed-answers.repository';
import type { AnswerValue } from '../builder/question';
import { type NamedPersons, namedPersons } from './named-persons';

/** More forms than this a client rarely completes for one therapist. */
const MOST_FORMS = 200;
/** And more people and numbers than these nobody names: each is looked for in the whole text. */
const MOST_NAMES = 300;

/** Others' work goes on in between. */
const OPENED_AT_ONCE = 10;

/** The people whom a client, or another record that the therapist merged with theirs, named in the forms of one therapist: so that their names can be kept back where a text about the client leaves the installation. */
@Injectable()
export class NamedPersonsService {
  constructor(
    private readonly repository: IntakeAnswerRepository,
    private readonly signed: SignedAnswersRepository,
  ) {}

  /** What does not open is left out. */
  async list(therapistId: string, clientId: string): Promise<NamedPersons> {
    const newest = (await this.signed.listOfPerson(therapistId, clientId)).slice(-MOST_FORMS);
    const completed = await this.repository.listCompletedAmong(newest);
    const answers = new Map(completed.map(({ id }) => [id, new Map<string, AnswerValue>()]));
    for (let from = 0; from < completed.length; from += OPENED_AT_ONCE) {
      for (const { request_id, question_id, value } of await this.repository.listAnswers(completed.slice(from, from + OPENED_AT_ONCE))) if (value !== null) answers.get(request_id)?.set(question_id, value);
    }
    const named = completed.map(({ id, questions }) => namedPersons(questions, answers.get(id) ?? new Map()));
    return {
      own: newestOf([...completed.flatMap(({ signed_name }) => signed_name ?? []), ...named.flatMap(({ own }) => own)]),
      others: newestOf(named.flatMap(({ others }) => others)),
      contacts: newestOf(named.flatMap(({ contacts }) => contacts)),
    };
  }
}

/** Each once. @param given the newest last */
function newestOf(given: readonly string[]): string[] {
  return [...new Set([...given].reverse())].slice(0, MOST_NAMES);
}
