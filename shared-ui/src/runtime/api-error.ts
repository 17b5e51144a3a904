/** A field of the request that the server refused, with a sentence for people. */
export interface FieldProblem {
  field: string;
  message: string;
}

interface ErrorBody {
  detail?: unknown;
  errors?: unknown;
  request_id?: unknown;
}

const UNREACHABLE = 'Attune could not be reached. Please check your connection and try again.';
const UNEXPLAINED = 'Something went wrong on our side. Please try again.';

/** A call that did not succeed. `status` is the answer's HTTP status, or 0 when no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** A sentence that can be shown as it is. */
    readonly detail: string,
    readonly errors?: FieldProblem[],
    readonly requestId?: string,
    /** How long the server asks to wait before the next try. */
    readonly retryAfterSeconds?: number,
    /** Whether the sentence is the server's own, not one that stands in for it. */
    readonly explained = false,
  ) {
    super(detail);
  }

  /** No answer: offline, refused, cut off or too slow. */
  static unreachable(): ApiError {
    return new ApiError(0, UNREACHABLE);
  }

  /** The error that an answer's body and headers describe. */
  static fromAnswer(response: Response, body: unknown): ApiError {
    const { detail, errors, request_id: requestId } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    const explained = typeof detail === 'string' && detail !== '';
    const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    return new ApiError(
      response.status,
      explained ? detail : UNEXPLAINED,
      Array.isArray(errors) ? errors.filter(isFieldProblem) : undefined,
      typeof requestId === 'string' ? requestId : undefined,
      Number.isNaN(retryAfter) ? undefined : retryAfter,
      explained,
    );
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value;
}
