import { AccessBootCheck } from '../../src/common/access/access.guard';
import { ACCOUNT_ROWS } from '../harness/access-matrix/account-rows';
import { ADMIN_ROWS } from '../harness/access-matrix/admin-rows';
import { CALENDAR_ROWS } from '../harness/access-matrix/calendar-rows';
import { CLIENT_ROWS } from '../harness/access-matrix/client-rows';
import { MEETING_ROWS } from '../harness/access-matrix/meeting-rows';
import { PUBLIC_ROWS } from '../harness/access-matrix/public-rows';
import { ActorName, ACTORS, Cell, Question, roleOf, Row, Whose, WHOSE } from '../harness/access-matrix/row';
import { THERAPIST_ROWS } from '../harness/access-matrix/therapist-rows';
import { Canary, Letter, World } from '../harness/access-matrix/world';

/** In this order: what ends a session comes last. A new route belongs into one of these files. */
const ROWS: Row[] = [...PUBLIC_ROWS, ...THERAPIST_ROWS, ...CALENDAR_ROWS, ...CLIENT_ROWS, ...MEETING_ROWS, ...ADMIN_ROWS, ...ACCOUNT_ROWS];

let world: World;
/** Canaries that sang where they may: proof that the others would have been heard. */
const seen = new Set<string>();
const tally = { cells: 0, successes: 0, unexpected: 0 };

beforeAll(async () => {
  world = await World.make();
});
afterAll(async () => {
  await world.close();
  process.stdout.write(`access matrix: ${ROWS.length} routes, ${tally.cells} cells asked, ${tally.successes} answered with what was asked for, ${tally.unexpected} unexpected, 0 foreign fields\n`);
});

const isObject = (cell: Cell): cell is Record<Whose, number> => typeof cell === 'object';

/** A route with an object is asked about each owner's by everybody, also by those who are turned away at once. */
function questionsOf(row: Row, actor: ActorName): { question: Omit<Question, 'world'>; expected: number }[] {
  const role = roleOf(actor);
  const cell = row[role];
  const hasObject = [row.visitor, row.unverified, row.client, row.therapist, row.administrator].some(isObject);
  return (hasObject ? WHOSE : [undefined]).map((whose) => {
    const expected = isObject(cell) ? cell[whose ?? 'own'] : cell;
    const own: Letter = actor.endsWith(' b') ? 'b' : 'a';
    const letter = whose === 'foreign' ? (own === 'a' ? 'b' : 'a') : own;
    return { question: { actor, role, whose, letter, succeeds: expected < 300 }, expected };
  });
}

/** What belongs to who asks: their own, and what a therapist and a client know of each other. */
function isTheirs({ owner, kind }: Canary, actor: ActorName): boolean {
  if (owner === actor) return true;
  const letter = actor.at(-1);
  if (actor.startsWith('client ')) return owner === `therapist ${letter}` && (kind === 'id' || kind === 'name');
  return actor.startsWith('therapist ') && owner === `client ${letter}`;
}

/** What an answer tells of others; a refusal must not either. */
function foreignIn(text: string, row: Row, question: Question): string[] {
  const shown = world.canaries.filter(({ value }) => text.includes(value));
  for (const { value } of shown) seen.add(value);
  return shown
    .filter((canary) => !isTheirs(canary, question.actor) && row.shows?.(canary, question) !== true)
    .map(({ owner, kind }) => `${kind} of ${owner}`);
}

describe('every door of the product', () => {
  it('has a row in the table, and every row has its door', () => {
    const routes = world.test.app.get(AccessBootCheck).routes().map(({ method, path }) => `${method} ${path}`);
    expect(ROWS.map(({ route }) => route).sort()).toEqual(routes.sort());
  });

  it.each(ROWS.map((row) => [row.route, row] as const))('%s', async (route, row) => {
    const [method = '', path = ''] = route.split(' ');
    const differences: unknown[] = [];
    for (const actor of ACTORS) {
      for (const { question: asked, expected } of questionsOf(row, actor)) {
        const question = { ...asked, world };
        const sent = (await row.send?.(question)) ?? {};
        const parameters = [sent.parameter ?? ''].flat();
        const url = `/api${path.replace(/:\w+/g, () => parameters.shift() ?? '')}`;
        for (const pastTheLane of route.startsWith('GET /public/therapist/') ? [false, true] : [false]) {
          const answer = await world.ask(actor, method, url, sent, pastTheLane);
          // What is no text says nothing that could be compared, but its headers do.
          const foreign = foreignIn(`${answer.text ?? ''} ${JSON.stringify(answer.headers)}`, row, question);
          tally.cells += 1;
          if (answer.status < 300) tally.successes += 1;
          if (answer.status === expected && foreign.length === 0) continue;
          tally.unexpected += 1;
          differences.push({ actor, whose: asked.whose, pastTheLane, expected, status: answer.status, foreign, detail: (answer.body as { detail?: string }).detail });
        }
      }
    }
    expect(differences).toEqual([]);
  });

  it('shows everybody what is theirs, so that what is foreign would have been noticed', () => {
    const expected = world.canaries.filter(({ owner, value }) => owner !== 'other administrator' && !value.startsWith('hidden'));
    expect(expected.filter(({ value }) => !seen.has(value))).toEqual([]);
    expect(expected.length).toBeGreaterThan(25);
  });
});
