/** What went wrong, as a rule of the product; the error filter turns it into an HTTP status. */
export type DomainErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'rule'
  | 'too_many'
  | 'unavailable'
  | 'no_room';

export interface FieldProblem {
  field: string;
  message: string;
}

export interface DomainErrorOptions {
  errors?: FieldProblem[];
  retryAfterSeconds?: number;
}

/** A refusal in words for a person. `detail` is shown as it is, so it holds no SQL, path or personal data. */
export class DomainError extends Error {
  readonly errors: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: DomainErrorCode,
    readonly detail: string,
    options: DomainErrorOptions = {},
  ) {
    super(`${code}: ${detail}`);
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const PUT_OFF: ReadonlySet<DomainErrorCode> = new Set(['too_many', 'unavailable', 'no_room']);

/** Whether what was asked for was looked at and refused, and not only put off. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && !PUT_OFF.has(error.code);
}

/** A refusal that belongs to one field of what was sent. */
export function refusedField(field: string, message: string, code: DomainErrorCode = 'rule'): DomainError {
  return new DomainError(code, message, { errors: [{ field, message }] });
}
