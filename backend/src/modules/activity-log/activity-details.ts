import { isId } from '../../common/database/ids';
import { QUEUE_NAMES } from '../../common/queues/queue-names';

type Kind<T> = (value: unknown) => value is T;

/** The name of a field, a job or the like, as it stands in the code: no space, no @, nothing that begins a new line. */
const WORD = /^[a-z][A-Za-z0-9_.:-]{0,63}$/;
/** A birth date, a phone number or a code has such a run; no name of ours does. */
const DIGITS = /\d{4}/;
const MAX_WORDS = 100;

const isWord: Kind<string> = (value): value is string => typeof value === 'string' && WORD.test(value) && !DIGITS.test(value);
const areWords: Kind<readonly string[]> = (value): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_WORDS && value.every(isWord);
const isCount: Kind<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isFlag: Kind<boolean> = (value): value is boolean => typeof value === 'boolean';
const oneOf =
  (...words: readonly string[]): Kind<string> =>
  (value): value is string =>
    words.includes(value as string);

/** Every detail that an entry can carry, and all that it can hold: an id, a count, a flag, or words that stand in the code. */
const DETAILS = {
  by: oneOf('code', 'link'),
  entries: isCount,
  fields: areWords,
  first: isFlag,
  job: isWord,
  purpose: oneOf('sign_in', 'proof', 'address_change'),
  queue: oneOf(...QUEUE_NAMES),
  rows: isCount,
  seals: isCount,
  section: oneOf('profile', 'bookings', 'session_notes', 'care_plans'),
  therapist_id: isId as Kind<string>,
  verified: isFlag,
} as const;

/** Ids, counts and names of fields; never what a field holds. A new detail is declared above first. */
export type ActivityDetails = { readonly [D in keyof typeof DETAILS]?: (typeof DETAILS)[D] extends Kind<infer T> ? T : never };

const ACTION = /^[a-z][a-z_]{0,63}$/;

/**
 * Stops whatever could be about a person's life before it is in the log for six years.
 * @throws Error naming the action and the detail, never its value: this is a mistake in the code that writes the entry
 */
export function assertContentFree(action: string, details: ActivityDetails): void {
  if (!ACTION.test(action)) throw new Error('An activity’s action is a snake_case verb.');
  for (const [name, value] of Object.entries(details)) {
    if (!isDetail(name)) throw new Error(`The activity ${action} carries a detail that is not declared.`);
    if (!DETAILS[name](value)) throw new Error(`The detail ${name} of the activity ${action} holds something else than was declared.`);
  }
}

function isDetail(name: string): name is keyof typeof DETAILS {
  return Object.hasOwn(DETAILS, name);
}
