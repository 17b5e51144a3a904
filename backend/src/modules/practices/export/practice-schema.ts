import type { PracticeColumn, PracticeTable } from '../../../common/practices/practice-rows';

/** What `schema` says in an export. Another number where a program that reads the one before would go wrong. */
export const PRACTICE_SCHEMA = 'attune-practice/2';

type Schema = Record<string, unknown>;

const ID: Schema = { type: 'string', format: 'uuid' };
const INSTANT: Schema = { type: 'string', format: 'date-time' };

const TYPES: Readonly<Record<string, Schema>> = {
  uuid: ID,
  text: { type: 'string' },
  int: { type: 'integer' },
  bigint: { type: 'integer' },
  real: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamptz: INSTANT,
  date: { type: 'string', format: 'date' },
  jsonb: {},
};

/** The JSON Schema (draft 2020-12) of `practice.json`, made of the tables that it is made of. @throws Error for a column of a type that no export has had yet */
export function practiceSchema(tables: Iterable<PracticeTable>): Schema {
  return schemaOfAll(tables, rowSchema);
}

/** The same for what is left of one whose rows were taken out: there are nulls instead of them. */
export function frameSchema(tables: Iterable<PracticeTable>): Schema {
  return { ...schemaOfAll(tables, () => ({ type: 'null' })), $id: 'attune-practice-frame' };
}

function schemaOfAll(tables: Iterable<PracticeTable>, rowOf: (table: PracticeTable) => Schema): Schema {
  const exported = [...tables].filter(({ claim }) => claim.notExported === undefined).sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'attune-practice-2.schema.json',
    title: 'A practice, exported from Attune',
    description: 'Everything that a practice keeps, as plain text. Instants are in UTC; what is encrypted in the database is opened, and JSON that was encrypted is text that holds it.',
    type: 'object',
    required: ['schema', 'exported_at', 'therapist_id', 'rows', 'files', 'missing'],
    additionalProperties: false,
    properties: {
      schema: { const: PRACTICE_SCHEMA },
      exported_at: INSTANT,
      therapist_id: ID,
      rows: { type: 'object', required: exported.map(({ name }) => name), additionalProperties: false, properties: Object.fromEntries(exported.map((table) => [table.name, { type: 'array', items: rowOf(table) }])) },
      files: {
        description: 'The files beside this one.',
        type: 'array',
        items: object({
          path: { type: 'string', description: 'From this folder on' },
          bytes: { type: 'integer' },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          of: { ...object({ table: { type: 'string' }, id: { type: 'string' } }), type: ['object', 'null'], description: 'The row that the file is the content of' },
        }),
      },
      missing: { description: 'What should be here and could not be read, in sentences.', type: 'array', items: { type: 'string' } },
    },
  };
}

/** Of one row. */
export function rowSchema({ columns }: PracticeTable): Schema {
  return object(Object.fromEntries(columns.filter(({ isExported }) => isExported).map((column) => [column.name, schemaOf(column)])));
}

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}

function schemaOf({ name, type, isArray, isNullable, sealed }: PracticeColumn): Schema {
  // A sealed value that does not open is null, and told among what is missing.
  if (sealed) return { type: ['string', 'null'] };
  const base = type === 'bytea' ? { type: 'string', pattern: '^([0-9a-f]{2})*$' } : TYPES[type];
  if (!base) throw new Error(`The column ${name} has the type ${type}, which no export has had yet.`);
  const schema: Schema = isArray ? { type: 'array', items: base } : base;
  return isNullable && 'type' in schema ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

/** Why rows of a practice are in no export, by their tables. */
export function notExported(tables: Iterable<PracticeTable>): Record<string, string> {
  return Object.fromEntries([...tables].flatMap(({ name, claim }) => (claim.notExported === undefined ? [] : [[name, claim.notExported]])));
}
