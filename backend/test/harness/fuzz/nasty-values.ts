import * as fc from 'fast-check';

/** A part of a schema of the contract. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** Written into the JSON text as it is: no JavaScript value becomes 1e309 there. */
export const BEYOND_DOUBLE = '@@1e309@@';

const DEEP = 200;

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { deeper: value };
  return value;
}

/** What nobody sends by mistake: NUL, lone surrogates, numbers past the double, deep nesting, prototypes, and a million characters. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff', BEYOND_DOUBLE, -0, 1e21, 2 ** 53, -1, 0.1, '', ' ', '\r\nSet-Cookie: a=b', "'; drop table users; --", '%00', '../../etc/passwd', '${7*7}') },
  { weight: 3, arbitrary: fc.constantFrom(null, true, [], {}, [[]], [null], { length: -1 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(nested(DEEP)) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"admin":true}}') as unknown) },
);

/** A value that the schema allows, most of the time. @param ids real ids, so that requests get past the first lookup */
export function valueOf(schema: Schema | undefined, resolve: (ref: string) => Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (!schema) return nastyValue;
  if (schema.$ref) return valueOf(resolve(schema.$ref), resolve, ids);
  if (schema.allOf) return valueOf(schema.allOf[0], resolve, ids);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, resolve, ids);
    case 'array':
      return fc.array(valueOf(schema.items, resolve, ids), { maxLength: 4 });
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: schema.minimum ?? -1, max: schema.maximum ?? 1_000 }), fc.double());
    default:
      return textOf(schema, ids);
  }
}

function objectOf(schema: Schema, resolve: (ref: string) => Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    fc.oneof({ weight: 6, arbitrary: valueOf(part, resolve, ids) }, { weight: 1, arbitrary: nastyValue }),
  ]);
  const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
  const stranger = fc.record({ unknown_field: nastyValue });
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: fc.tuple(known, stranger).map(([a, b]) => ({ ...(a as object), ...b })) });
}

function textOf({ format, maxLength }: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  if (format === 'date') return fc.oneof(day, fc.constantFrom('2027-02-30', '0000-00-00', '99999-01-01', '2027-1-1'));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.oneof(
    fc.string({ maxLength: Math.min(maxLength ?? 60, 60) }),
    fc.constantFrom('anna@example.org', '10:00', '123456', 'Europe/Paris', 'confirmed', 'demo', 'true', '25:61'),
  );
}

const day = fc.integer({ min: 1, max: 70 }).map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));

/** JSON text of a value, with numbers that only the text can hold. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(`"${BEYOND_DOUBLE}"`, '1e309');
}
