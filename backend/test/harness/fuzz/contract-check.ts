import Ajv, { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './nasty-values';

export interface ContractOperation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  body: { type: string; schema: Schema } | undefined;
}

const ERROR_BODY = {
  type: 'object',
  required: ['detail', 'request_id'],
  additionalProperties: false,
  properties: {
    detail: { type: 'string', minLength: 1, maxLength: 1_000 },
    request_id: { type: 'string', minLength: 1 },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        additionalProperties: false,
        properties: { field: { type: 'string' }, message: { type: 'string', minLength: 1 } },
      },
    },
  },
};

/** The contract as something to hold answers against. */
export class ContractCheck {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true, validateFormats: true }));
  private readonly validators = new Map<string, ValidateFunction | undefined>();
  private readonly isErrorBody = this.ajv.compile(ERROR_BODY);

  constructor(private readonly document: OpenAPIObject) {
    this.ajv.addSchema({ $id: 'contract', ...(withNulls(document) as object) }, 'contract');
  }

  operations(): ContractOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Record<string, unknown>>).map(([method, operation]) => {
        const content = (operation['requestBody'] as { content?: Record<string, { schema: Schema }> } | undefined)?.content;
        const [type, part] = Object.entries(content ?? {})[0] ?? [];
        return {
          method: method.toUpperCase(),
          path,
          parameters: (operation['parameters'] as ContractOperation['parameters'] | undefined) ?? [],
          body: type && part ? { type, schema: part.schema } : undefined,
        };
      }),
    );
  }

  resolve = (ref: string): Schema =>
    (this.document.components?.schemas?.[ref.split('/').at(-1) ?? ''] as Schema | undefined) ?? {};

  /** @returns what is wrong with an answer, or undefined */
  problemOf(operation: ContractOperation, answer: { status: number; type: string; text: string }): string | undefined {
    const { status, type, text } = answer;
    if (status >= 500) return `answered ${status}: ${text.slice(0, 200)}`;
    if (/ at .+:\d+:\d+|node_modules|select |insert into|\/(home|tmp|work)\//.test(status >= 400 ? text : '')) return `shows its inside: ${text.slice(0, 200)}`;
    if (status >= 400) return this.complaint(this.isErrorBody, text, `${status}`);
    if (status >= 300 || !type.startsWith('application/json')) return undefined;
    const validator = this.validatorOf(operation, status);
    if (!validator) return `answered ${status}, which the contract does not know`;
    return this.complaint(validator, text, `${status}`);
  }

  private complaint(validate: ValidateFunction, text: string, label: string): string | undefined {
    let body: unknown;
    try {
      body = JSON.parse(text) as unknown;
    } catch {
      return `${label} is no JSON: ${text.slice(0, 200)}`;
    }
    return validate(body) ? undefined : `${label} does not match: ${this.ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
  }

  private validatorOf({ method, path }: ContractOperation, status: number): ValidateFunction | undefined {
    const key = `${method} ${path} ${status}`;
    if (!this.validators.has(key)) {
      const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
      const response = pointer.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], this.document);
      const known = (response as { content?: Record<string, unknown> } | undefined)?.content?.['application/json'];
      const fragment = [...pointer, 'content', 'application/json', 'schema'].map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent);
      this.validators.set(key, known ? this.ajv.compile({ $ref: `contract#/${fragment.join('/')}` }) : undefined);
    }
    return this.validators.get(key);
  }
}

/** OpenAPI 3.0 writes "this object or null" as `nullable` beside `allOf`, which JSON Schema does not know. */
function withNulls(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withNulls);
  if (typeof part !== 'object' || part === null) return part;
  const inside = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withNulls(value)]));
  return inside['nullable'] === true && inside['allOf'] ? { anyOf: [{ type: 'null' }, { allOf: inside['allOf'] }] } : inside;
}
