import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, ValidationError, ValidatorOptions } from 'class-validator';
import type { FieldProblem } from '../errors/domain-error';
import { inTurns } from '../process/in-turns';

export type PartType = new () => object;

/** A field whose value, or each entry of it, is an object with rules of its own. */
export interface Part {
  key: string;
  type(): PartType;
  isList: boolean;
}

const PARTS = 'attune:body-parts';
const LONGEST = 'attune:longest-lists';

/** What a class and those that it extends declare. */
const partsOf = (prototype: object): readonly Part[] => (Reflect.getMetadata(PARTS, prototype) as readonly Part[] | undefined) ?? [];
const longestOf = (prototype: object): Readonly<Record<string, number>> => (Reflect.getMetadata(LONGEST, prototype) as Record<string, number> | undefined) ?? {};

export function declarePart(prototype: object, part: Part): void {
  Reflect.defineMetadata(PARTS, [...partsOf(prototype), part], prototype);
}

export function declareLongest(prototype: object, key: string, max: number): void {
  Reflect.defineMetadata(LONGEST, { ...longestOf(prototype), [key]: max }, prototype);
}

export const isPart = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is no part has none: an object in its place is refused, whatever it holds, and one among the texts of a list as null is. */
const flat = (value: unknown): unknown => (Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'object' ? null : one)) : isPart(value) ? {} : value);

/** No list may have more without a length of its own declared: what is longer stands where a text belongs, and is refused as soon by its first entries. */
const USUAL_LIST = 100;

const knownFields = new WeakMap<PartType, ReadonlySet<string>>();

function fieldsOf(type: PartType): ReadonlySet<string> {
  let known = knownFields.get(type);
  if (!known) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    knownFields.set(type, (known = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return known;
}

/** Bodies whose fields have parts are checked by {@link PartsCheck}. */
export function hasParts(type: { prototype: object }): boolean {
  return partsOf(type.prototype).length > 0;
}

export const unknownField = (name: string): string => `${name} is not a known field`;

/** @returns everything that is wrong by the class's own rules, by the place of its field */
export function flatten(errors: readonly ValidationError[], place: string): FieldProblem[] {
  return errors.flatMap((error) => {
    const field = `${place}${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({ field, message: rule === 'whitelistValidation' ? unknownField(error.property) : message }));
    return [...own, ...flatten(error.children ?? [], `${field}.`)];
  });
}

/**
 * Makes a body and checks it, part by part and in turns with what else the process does: 200 questions with all their options are as much work as twenty pages,
 * and as much again for each that is wrong. It looks no further once there are as many problems as are told, and makes nothing of what no class declares.
 */
export class PartsCheck {
  readonly problems: FieldProblem[] = [];

  constructor(
    private readonly options: ValidatorOptions,
    private readonly most: number,
  ) {}

  /** @param place of the object in the body, with a dot at its end @returns what was made of it, as far as it came */
  async made(type: PartType, sent: unknown, place = ''): Promise<unknown> {
    if (!isPart(sent)) {
      this.add([{ field: place.slice(0, -1) || 'body', message: `${place ? 'this' : 'the body'} must be an object` }]);
      return sent;
    }
    const parts = partsOf(type.prototype);
    const { plain, inside } = this.split(type, parts, sent, place);
    if (this.isOver) return sent;
    const made = Object.assign(plainToInstance(type, plain), inside) as Record<string, unknown>;
    const errors = validateSync(made, this.options);
    this.add(flatten(errors, place));
    for (const part of parts) {
      const { key } = part;
      if (this.isOver) break;
      if (made[key] === undefined || made[key] === null || errors.some(({ property }) => property === key)) continue;
      made[key] = part.isList ? await this.listOf(part, made[key], `${place}${key}`) : await this.made(part.type(), made[key], `${place}${key}.`);
    }
    return made;
  }

  private async listOf({ type }: Part, sent: unknown, field: string): Promise<unknown> {
    if (!Array.isArray(sent)) {
      this.add([{ field, message: 'this must be a list' }]);
      return sent;
    }
    const made: unknown[] = [];
    for await (const one of inTurns(sent as unknown[])) {
      if (this.isOver) break;
      made.push(await this.made(type(), one, `${field}.${made.length}.`));
    }
    return made;
  }

  /** What the class makes and checks by itself, and what has rules of its own; lists no longer than to see that they are too long. */
  private split(type: PartType, parts: readonly Part[], sent: Record<string, unknown>, place: string): { plain: object; inside: object } {
    const known = fieldsOf(type);
    const longest = longestOf(type.prototype);
    const [plain, inside]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const [name, value] of Object.entries(sent)) {
      if (!known.has(name)) {
        this.add([{ field: `${place}${name}`, message: unknownField(name) }]);
        continue;
      }
      const bounded: unknown = Array.isArray(value) ? value.slice(0, (longest[name] ?? USUAL_LIST) + 1) : value;
      if (parts.some(({ key }) => key === name)) inside[name] = bounded;
      else plain[name] = flat(bounded);
    }
    return { plain, inside };
  }

  private get isOver(): boolean {
    return this.problems.length >= this.most;
  }

  private add(problems: readonly FieldProblem[]): void {
    this.problems.push(...problems.slice(0, this.most - this.problems.length));
  }
}
