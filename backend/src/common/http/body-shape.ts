import { DomainError } from '../errors/domain-error';

/** Deeper than anything the product sends; recursive code behind would run out of stack. */
const MAX_DEPTH = 20;
const MAX_KEYS = 100;
const LONGEST_KEY = 100;
const PROTOTYPE_FIELDS = new Set(['__proto__', 'constructor', 'prototype']);

/** Fields and list entries of all levels together, where a route does not say otherwise. */
export const USUAL_VALUES = 500;

/**
 * Refuses what no form of ours sends, before anything is made of it: transforming and validating 85,000 fields holds a process for seconds.
 * @param values the most fields and list entries of all levels together @returns how many they are
 * @throws DomainError invalid
 */
export function checkShape(sent: unknown, values = USUAL_VALUES): number {
  let level = [sent].filter(isObject);
  let left = values;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw strange();
    const next: object[] = [];
    for (const value of level) {
      left -= Array.isArray(value) ? value.length : checkedKeys(Object.keys(value));
      if (left < 0) throw tooMany();
      for (const inner of Object.values(value)) if (isObject(inner)) next.push(inner);
    }
    level = next;
  }
  return values - left;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [...'"\\,[{]}'].map((sign) => sign.charCodeAt(0)) as [number, number, number, number, number, number, number];

/**
 * The same for JSON that was not read yet, as far as its signs tell: an object with names of its own takes longer to make than a hundred texts of its length.
 * What is no JSON passes, for its reader to refuse.
 * @throws DomainError invalid
 */
export function checkText(bytes: Uint8Array, values = USUAL_VALUES): void {
  let left = values;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    // Each but the first of its list or object stands behind a comma.
    else if (sign === COMMA && (left -= 1) < 0) throw tooMany();
    else if ((sign === OPEN_LIST || sign === OPEN_OBJECT) && (depth += 1) > MAX_DEPTH) throw strange();
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
  }
}

/** @returns how many they are */
function checkedKeys(keys: readonly string[]): number {
  if (keys.length > MAX_KEYS) throw tooMany();
  // Names that reach an object's prototype: transformers drop them before anybody could refuse them.
  if (keys.some((key) => key.length > LONGEST_KEY || PROTOTYPE_FIELDS.has(key))) throw strange();
  return keys.length;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const tooMany = () => new DomainError('invalid', 'The request has more fields or list entries than any request needs.');
const strange = () => new DomainError('invalid', 'The request is nested too deeply or has fields that no request has.');
