import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsOptional, IsString, ValidateBy } from 'class-validator';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedList, NestedList, NestedPart } from '../http/fields';
import { DomainError } from './domain-error';
import { validationPipe } from './validation';

const MOST = 200;

let looks = 0;
let made = 0;
let looked: (value: unknown) => void = () => undefined;

const Looked = (): PropertyDecorator =>
  ValidateBy({
    name: 'looked',
    validator: {
      validate: (value: unknown) => {
        looks += 1;
        looked(value);
        return typeof value === 'string';
      },
    },
  });

class Condition {
  constructor() {
    made += 1;
  }
  @IsString() of: string;
}

class Entry {
  constructor() {
    made += 1;
  }
  @Looked() text: string;
  @IsOptional() @BoundedList(3) @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) words?: string[];
  @IsOptional() @NestedPart(() => Condition) when?: Condition | null;
}

class Form {
  @IsString() title: string;
  @IsOptional() @IsBoolean() on?: boolean;
  @BoundedList(MOST) @IsArray() @ArrayMinSize(1) @ArrayMaxSize(MOST) @NestedList(() => Entry) entries: Entry[];
}

/** Another name for the same, as bodies of a change have it. */
class ChangedForm extends Form {}

const checked = (sent: unknown, metatype: typeof Form = ChangedForm): Promise<Form> => validationPipe().transform(sent, { type: 'body', metatype }) as Promise<Form>;

async function problems(sent: unknown): Promise<{ field: string; message: string }[]> {
  const error: unknown = await checked(sent).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DomainError);
  return (error as DomainError).errors ?? [];
}

const fields = async (sent: unknown): Promise<string[]> => (await problems(sent)).map(({ field }) => field);

const many = <One>(one: One, count = MOST): One[] => Array.from({ length: count }, () => one);

beforeEach(() => {
  looks = made = 0;
  looked = () => undefined;
});

it('a body and its parts are made as their classes say', async () => {
  const form = await checked({ title: 'A', entries: [{ text: 'a', words: ['x'], when: { of: 'b' } }, { text: 'c', when: null }] });
  expect(form).toBeInstanceOf(ChangedForm);
  expect(form.entries.map((entry) => entry instanceof Entry)).toEqual([true, true]);
  expect(form.entries[0]?.when).toBeInstanceOf(Condition);
  expect(form).toMatchObject({ title: 'A', entries: [{ text: 'a', words: ['x'], when: { of: 'b' } }, { text: 'c', when: null }] });
});

it('what is wrong is named by its place', async () => {
  expect(await problems({ title: 1, more: {}, entries: [{ text: 'a', extra: 1 }, { text: 'a', words: [1], when: {} }] })).toEqual([
    { field: 'more', message: 'more is not a known field' },
    { field: 'title', message: 'title must be a string' },
    { field: 'entries.0.extra', message: 'extra is not a known field' },
    { field: 'entries.1.words', message: 'each value in words must be a string' },
    { field: 'entries.1.when.of', message: 'of must be a string' },
  ]);
});

it.each([
  ['no list', 'x', ['entries']],
  ['an object', { 0: { text: 'a' } }, ['entries']],
  ['null', null, ['entries']],
  ['none', undefined, ['entries']],
  ['an empty one', [], ['entries']],
  ['too many', many({ text: 'a' }, MOST + 1), ['entries']],
  ['null in it', [{ text: 'a' }, null], ['entries.1']],
  ['a text in it', ['a'], ['entries.0']],
  ['a list in it', [[{ text: 'a' }]], ['entries.0']],
  ['a list for a part', [{ text: 'a', when: [] }], ['entries.0.when']],
  ['a text for a part', [{ text: 'a', when: 'x' }], ['entries.0.when']],
])('a list of parts is one: %s', async (_, entries, wrong) => {
  expect(await fields({ title: 'A', entries })).toEqual(wrong);
});

it.each([[[]], [[{}]]])('a body is an object: %j', async (sent) => {
  expect(await fields(sent)).toEqual(['body']);
});

it('what is wrong in many entries is looked for until 20 problems are found', async () => {
  expect(await problems({ title: 'A', entries: many({}) })).toHaveLength(20);
  expect(looks).toBeLessThan(25);
});

it.each([
  ['where a part belongs', { title: 'A', entries: [{ text: 'a', when: many({}, 5_000) }] }],
  ['where a text belongs', { title: many({}, 5_000), entries: [{ text: 'a' }] }],
  ['behind the most', { title: 'A', entries: many({}, 5_000) }],
  ['in a field that nobody knows', { title: 'A', entries: [{ text: 'a' }], more: many({}, 5_000) }],
])('nothing is made of a long list %s', async (_, sent) => {
  expect((await fields(sent)).length).toBeGreaterThan(0);
  expect(made).toBeLessThan(5);
});

it('of a long list in the place of a text only its beginning is looked at', async () => {
  const seen: unknown[] = [];
  looked = (value) => seen.push(value);
  expect(await fields({ title: 'A', entries: [{ text: many(1, 50_000) }] })).toEqual(['entries.0.text']);
  expect(seen).toEqual([many(1, 101)]);
});

it('others have their turn between the entries of a body, and several bodies share what one has of it', async () => {
  let turn = 0;
  const turns = new Map<number, Set<unknown>>();
  looked = (value) => {
    turns.set(turn, (turns.get(turn) ?? new Set()).add(value));
    for (const until = performance.now() + 12; performance.now() < until; );
  };
  // What was gone through before is over.
  await nextTurn();
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(['a', 'b', 'c', 'd'].map((text) => checked({ title: 'A', entries: many({ text }, 5) })));
  isOver = true;
  expect(looks).toBe(20);
  expect([...turns.values()].map(({ size }) => size)).toEqual(many(1, turns.size));
  expect(turns.size).toBeGreaterThan(15);
});
