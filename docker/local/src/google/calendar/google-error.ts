interface Where {
  domain?: string;
  location?: string;
  locationType?: string;
  headers?: Record<string, string>;
}

const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** A refusal in Google's own words and shape. */
export class GoogleError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly where: Where = {},
  ) {
    super(message);
  }

  get body(): unknown {
    const { domain = 'global', location, locationType } = this.where;
    const place = location === undefined ? {} : { location, locationType };
    const named = STATUS[this.status];
    return {
      error: {
        code: this.status,
        message: this.message,
        errors: [{ domain, reason: this.reason, message: this.message, ...place }],
        ...(named === undefined ? {} : { status: named }),
      },
    };
  }
}

export const invalid = (message: string, location?: string): GoogleError =>
  new GoogleError(400, 'invalid', message, location === undefined ? {} : { location, locationType: 'parameter' });
export const required = (message: string): GoogleError => new GoogleError(400, 'required', message);
export const notFound = (): GoogleError => new GoogleError(404, 'notFound', 'Not Found');
export const duplicate = (): GoogleError => new GoogleError(409, 'duplicate', 'The requested identifier already exists.');
export const deleted = (): GoogleError => new GoogleError(410, 'deleted', 'Resource has been deleted');
export const conditionNotMet = (): GoogleError =>
  new GoogleError(412, 'conditionNotMet', 'Precondition Failed', { location: 'If-Match', locationType: 'header' });
export const fullSyncRequired = (): GoogleError =>
  new GoogleError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    location: 'syncToken',
    locationType: 'parameter',
  });
