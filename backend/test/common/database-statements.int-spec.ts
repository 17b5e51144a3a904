import { join, sep } from 'node:path';
import { Client, FieldDef } from 'pg';
import ts from 'typescript';
import { namedStatements } from '../../src/common/database/database';
import '../../src/backup/restore';
import '../../src/backup/sealed-check';
import '../../src/common/jobs/worker';
import '../../src/common/process/kit.module';
import '../../src/domains';
import '../../src/modules/activity-log/chain/activity-audit.module';
import '../../src/seed/demo-practice';
import { describeStatement } from '../harness/describe-statement';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

const SOURCES = join(__dirname, '../../src') + sep;

/** What `pg_notify` gives: nothing. */
const VOID = 2278;
const INSTANT = 1184;

/** What pg makes of a value of these types (by their ids), as TypeScript names it. */
const KINDS: Readonly<Record<string, readonly number[]>> = {
  boolean: [16],
  Buffer: [17],
  string: [18, 19, 20, 25, 1043, 1700, 2950],
  number: [21, 23, 700, 701],
  Date: [1082, 1114, 1184],
  object: [114, 3802],
  array: [114, 3802, 1000, 1001, 1005, 1007, 1009, 1015, 1185, 2951],
};

interface Property {
  kind: string;
  nullable: boolean;
}
type RowType = Record<string, Property>;

let database: TestDatabase;
let client: Client;
let notNull: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ place: string }>(`select attrelid || '.' || attnum as place from pg_attribute where attnotnull`);
  notNull = new Set(rows.map(({ place }) => place));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('every named statement can be prepared by the application’s role, and gives the columns of its row type', async () => {
  const types = rowTypes();
  const wrong: string[] = [];
  for (const { name = '', text, instants } of namedStatements()) {
    const type = types.get(name) ?? [...types].find(([known]) => known.startsWith('*') && name.endsWith(known.slice(1)))?.[1];
    const differences = await describeStatement(client, text).then(
      (fields) => (type ? differencesOf(fields, type, instants === 'text' ? { ...KINDS, string: [...(KINDS['string'] ?? []), INSTANT] } : KINDS) : ['is not named by a literal']),
      (error: Error) => [error.message],
    );
    wrong.push(...differences.map((difference) => `${name}: ${difference}`));
  }
  expect(wrong).toEqual([]);
  expect(namedStatements().length).toBeGreaterThan(100);
}, 60_000);

/** Tables with a row for each deed of somebody. */
const GROWING = ['activity_log', 'address_changes', 'booking_events', 'bookings', 'clients', 'intake_requests', 'limit_hits', 'outbox', 'person_addresses', 'session_note_versions', 'session_notes', 'sessions', 'therapist_clients', 'users'];
/** They read a whole one all the same. */
const READS_ALL: Readonly<Record<string, string>> = {
  'outbox-withdraw': 'when somebody deletes what a job is about',
  'break-glass-after': 'the audit',
  'client-records-left-apart': 'upkeep',
  'jobs-measured': 'once a scrape, of jobs that are kept for a week at most',
  'practice-totals-count': 'counts for administrators',
  'session-notes-history-from': 'once, at an upgrade',
  'session-note-versions-kept-before': 'once, at an upgrade',
  'meeting-places-of-before': 'once, at an upgrade',
  'session-note-versions-missing': 'the audit',
  'stored-bytes-of-newcomers': 'one row of each therapist who stores something; nobody asks for practices',
  'stored-bytes-of-all': 'one row of each therapist who stores something',
  'installation-secret-hangs': 'once, at the start',
  // With few rows the planner makes a table of all of them first; there is an index for more.
  'break-glass-therapists-of-client': 'few rows',
  'client-account-lock-person': 'few rows',
  'image-shown': 'few rows',
  'intake-form-sendable': 'few rows',
  'client-bookings-past': 'few rows',
  'intake-forms-of-booking': 'few rows',
  'meeting-consents-of-client': 'few rows',
};

it('no statement reads all rows of a table that grows with what people do, but for those that say why', async () => {
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  const reading: string[] = [];
  for (const { name = '', text } of namedStatements()) {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    const read = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    if (!READS_ALL[name] && read.some((table) => GROWING.includes(table))) reading.push(name);
  }
  await client.query('rollback');
  expect(reading).toEqual([]);
  const known = namedStatements().map(({ name }) => name);
  expect(Object.keys(READS_ALL).filter((name) => !known.includes(name))).toEqual([]);
}, 60_000);

it('a booking looks for nobody’s appointments among those of everybody, however little the planner knows of them', async () => {
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  const standing = namedStatements().find(({ name }) => name === 'booking-standing');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${standing?.text ?? ''}`);
  await client.query('rollback');
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/bookings_(client|known)\b.*\n *Index Cond: \(+client_id = /);
  expect(plan).not.toContain('bookings_upcoming');
});

function differencesOf(fields: FieldDef[], type: RowType, kinds: typeof KINDS): string[] {
  const given = new Map(fields.map((field) => [field.name, field]));
  const missing = Object.keys(type).filter((name) => !given.has(name)).map((name) => `${name} is read, but no column`);
  return missing.concat(
    fields.flatMap((field) => {
      const { name, dataTypeID, tableID, columnID } = field;
      if (dataTypeID === VOID) return [];
      const read = type[name];
      if (!read) return [`${name} is a column, but not in the row type`];
      if (!kinds[read.kind]?.includes(dataTypeID)) return [`${name} is read as ${read.kind}, but of the database's type ${dataTypeID}`];
      if (tableID !== 0 && !read.nullable && !notNull.has(`${tableID}.${columnID}`)) return [`${name} can be null`];
      return [];
    }),
  );
}

/** The type argument of each `statement<Row>('name', …)` in the sources: of its own, so that no cast stands between SQL and type. */
function rowTypes(): Map<string, RowType> {
  const { config } = ts.readConfigFile(join(SOURCES, '../tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(SOURCES, '..'));
  const program = ts.createProgram(fileNames.filter((name) => name.includes('/src/') && !name.endsWith('.spec.ts')), { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found = new Map<string, RowType>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'statement') {
      const [name] = node.arguments;
      const [row] = node.typeArguments ?? [];
      const text = name && (ts.isStringLiteral(name) ? name.text : suffixOf(name));
      if (text) found.set(text, row ? propertiesOf(checker.getTypeFromTypeNode(row), checker) : {});
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile) visit(file);
  return found;
}

/** `*-marks` for what is made of each of several tables: `${table}-marks`. */
function suffixOf(name: ts.Expression): string | undefined {
  const [span, ...others] = ts.isTemplateExpression(name) && name.head.text === '' ? name.templateSpans : [];
  return span && others.length === 0 ? `*${span.literal.text}` : undefined;
}

function propertiesOf(type: ts.Type, checker: ts.TypeChecker): RowType {
  return Object.fromEntries(
    checker.getPropertiesOfType(type).map((property) => {
      const of = checker.getTypeOfSymbol(property);
      const bare = checker.getNonNullableType(of);
      return [property.name, { kind: kindOf(bare, checker), nullable: bare !== of }];
    }),
  );
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const base = checker.getBaseTypeOfLiteralType(type);
  if (base.flags & ts.TypeFlags.StringLike) return 'string';
  if (base.flags & ts.TypeFlags.NumberLike) return 'number';
  if (base.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (base.isUnion()) return kindOf(base.types[0] as ts.Type, checker);
  if (checker.isArrayType(base)) return 'array';
  // The bare `object` of a jsonb column has no symbol.
  const name = (base.symbol as ts.Symbol | undefined)?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'object';
}
