import { ObjectType } from 'typeorm';

/** How long rows of a kind are kept at most, and by what they go. */
export interface Term {
  /** In words, as operators read it. */
  kind: string;
  /** How long, in words. */
  term: string;
  why: string;
  /** SQL over the table under its own name: rows whose term is over. $1: now */
  over: string;
  /** The name of the upkeep that takes them; null where an operator does. */
  sweep: string | null;
}

const declared = new Map<ObjectType<object>, Term>();

/** Declares, beside `@Entity`, when rows of the table go by themselves. What carries none stays until whoever it belongs to deletes it. */
export function KeptFor(term: Term): ClassDecorator {
  return (entity) => void declared.set(entity as unknown as ObjectType<object>, term);
}

export function declaredTerms(): ReadonlyMap<ObjectType<object>, Term> {
  return declared;
}
