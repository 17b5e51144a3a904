import type { AnswerValue, Question } from '../builder/question';

/** Whom an answer names, and how they are reached. */
export interface NamedPersons {
  /** The client's own names, as they gave them. */
  own: string[];
  /** Other people's. */
  others: string[];
  /** Mail addresses and telephone numbers, whosever they are. */
  contacts: string[];
}

/** Who somebody is to the client, or for them. */
const SOMEBODY =
  /\b(?:emergency|contact person|next of kin|guardians?|parents?|mother|father|mum|mom|dad|spouse|partner|husband|wife|siblings?|brothers?|sisters?|child(?:ren)?|kids?|sons?|daughters?|relatives?|family|friends?|doctors?|physician|gp|psychiatrist|therapist|counsell?or|referr\w+|caregiver|carer|lawyer|attorney|teacher|case ?worker|social worker|household|person|people|somebody|someone|who(?:m|se)?)\b/i;
const NAMES = /\b(?:names?|surname|called|nickname)\b/i;
const ASKS_WHO = /\b(?:who(?:m|se)?|emergency contact|contact person|next of kin|guardian)\b/i;
/** What has a name and is nobody. */
const SOMETHING = /\b(?:medic\w+|drugs?|dos(?:e|age)|school|college|employer|company|business|insur\w+|pharmac\w+|clinic|hospital|workplace|job|diagnos\w+|supplements?|condition|user ?name)\b/i;

/** In answers about people, and no part of anybody's name. */
const NO_NAME = new Set(
  (
    'a an and or the my our his her their your of to in at on for is are was i im me we she he they it but who with by from as not no none nobody anybody nothing na n/a yes same see above below also only just prefer say applicable unknown ' +
    'mother father mum mom mummy mommy mam dad daddy parent parents sister brother sibling siblings son daughter child children kid kids husband wife spouse partner fiance fiancee boyfriend girlfriend ex ' +
    'friend friends best close old uncle aunt auntie cousin nephew niece grandmother grandfather grandma grandpa gran granny nan nana stepmother stepfather stepson stepdaughter mother-in-law father-in-law sister-in-law ' +
    'brother-in-law guardian carer caregiver neighbour neighbor colleague boss roommate flatmate landlord doctor dr gp physician psychiatrist therapist counsellor counselor teacher lawyer mr mrs ms miss mx prof sir ' +
    'phone telephone tel mobile cell number home work office email mail name names age aged years year old adult living deceased passed dead alive call text contact emergency relationship first second please lives live ' +
    'good bad fine ok okay great well very really always never sometimes often one two three four five both all'
  ).split(' '),
);

/** Begins where a run without spaces does: from within one it would be read as often as it has letters. */
const MAIL = /(?<![^\s@<>()"',;:])[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+/g;
const PHONE = /\+?\(?\d[\d\s().\/-]{4,}\d/g;
/** Longer is a story about people and no name of them. */
const LONGEST_ANSWER = 300;
const LONGEST_NAME = 4;

/** Does a question ask for the name of a person, and is that the client? By what it says, for forms have no field of that kind. */
export function namesWhom({ type, question, help_text }: Pick<Question, 'type' | 'question' | 'help_text'>): 'client' | 'others' | null {
  if (type !== 'text' && type !== 'textarea') return null;
  const asked = `${question}\n${help_text}`;
  const somebody = SOMEBODY.test(question);
  if (!somebody && SOMETHING.test(question)) return null;
  if (somebody && (NAMES.test(asked) || ASKS_WHO.test(question))) return 'others';
  return NAMES.test(question) ? 'client' : null;
}

/** @param answers by question */
export function namedPersons(questions: readonly Question[], answers: ReadonlyMap<string, AnswerValue>): NamedPersons {
  const named: NamedPersons = { own: [], others: [], contacts: [] };
  for (const question of questions) {
    const answer = answers.get(question.id);
    if (typeof answer !== 'string') continue;
    if (question.type === 'email' || question.type === 'phone') named.contacts.push(answer.trim());
    const whom = namesWhom(question);
    if (whom === null) continue;
    named.contacts.push(...contactsIn(answer));
    named[whom === 'client' ? 'own' : 'others'].push(...namesIn(answer));
  }
  return named;
}

function contactsIn(answer: string): string[] {
  return [...answer.matchAll(MAIL), ...answer.matchAll(PHONE)].map(([contact]) => contact.trim());
}

/** "my sister Ana Lopez, 555 1234" names "Ana Lopez". Names in lower case are taken where nothing else stands beside them. */
export function namesIn(answer: string): string[] {
  const bare = answer.slice(0, LONGEST_ANSWER).replace(MAIL, ';').replace(PHONE, ';');
  return bare.split(/[,;:/()\n\d&+]|\s[-–—]\s|(?<!\s)\s+and\s+|[.!?](?=\s+[^\s]{2}|\s*$)/i).flatMap((part) => {
    const words = part.split(/\s+/).map((word) => word.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')).filter((word) => word.length > 1);
    const telling = words.filter((word) => !NO_NAME.has(word.toLowerCase().replace(/['’]s$/, '')));
    const written = telling.filter((word) => word !== word.toLowerCase());
    const name = written.length > 0 ? written : telling.length === words.length ? telling : [];
    return name.length > 0 && name.length <= LONGEST_NAME ? [name.map((word) => word.replace(/['’]s$/, '')).join(' ')] : [];
  });
}
