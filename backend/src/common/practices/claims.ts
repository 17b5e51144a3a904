import { ObjectType } from 'typeorm';

/** Which rows of a table are a practice's, and what becomes of them with it. */
export interface PracticeClaim {
  /** A column: the therapist's id, or with `in` the id of a row of another claimed table. */
  by?: string;
  in?: string;
  /** Instead of `by`: SQL over the table under its own name; $1 is the therapist's id. */
  where?: string;
  /** Columns that are not the practice's to take along, each with a reason: secrets of links, what is keyed here, states of this installation, what a person alone says of themselves. */
  without?: Readonly<Record<string, string>>;
  /** SQL over the table under its own name: which of a practice's rows are exported; all of them where it is left out. $1 is the therapist's id. */
  exported?: string;
  /** A row of it can be several practices', such as a picture that is known by its content. */
  isShared?: boolean;
  /** Why its rows are in no export. */
  notExported?: string;
  /** Of a table in no export whose rows are made anew with an import: the table behind which they are written. */
  importedAfter?: string;
  /** Why its rows stay when the practice goes. */
  stays?: string;
  /** A claimed table whose rows take these along when they go: nothing is taken out of this one by itself. */
  goesWith?: string;
}

interface Declared {
  claims: Map<ObjectType<object>, PracticeClaim>;
  others: Map<ObjectType<object>, string>;
}

const declared: Declared = { claims: new Map(), others: new Map() };

/** Declares, beside `@Entity`, that rows of the table are a practice's: it is exported with them and leaves with them. */
export function OfPractice(claim: PracticeClaim): ClassDecorator {
  return (entity) => void declared.claims.set(entity as unknown as ObjectType<object>, claim);
}

/** Declares that no row of the table is a practice's. @param reason why nothing of it has to go with one */
export function OfNoPractice(reason: string): ClassDecorator {
  return (entity) => void declared.others.set(entity as unknown as ObjectType<object>, reason);
}

/** What the entities that are loaded declare. */
export function declaredClaims(): { readonly claims: ReadonlyMap<ObjectType<object>, PracticeClaim>; readonly others: ReadonlyMap<ObjectType<object>, string> } {
  return declared;
}
