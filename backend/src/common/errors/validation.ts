import { ArgumentMetadata, ValidationError, ValidationPipe } from '@nestjs/common';
import { checkShape } from '../http/body-shape';
import { DomainError, FieldProblem } from './domain-error';

/** More of them help nobody, and an answer must not grow with what was sent. */
export const MOST_PROBLEMS = 20;

/** Path parameters have pipes of their own and what our decorators inject is ours: neither is looked at twice. */
class EdgeValidation extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query') checkShape(value);
    else if (metadata.type !== 'body') return value as Promise<unknown>;
    return super.transform(value, metadata);
  }
}

/** Checks every body (its size and shape were checked when it was read) and query at the edge: unknown fields, wrong types and broken rules are 400 with the field named. */
export function validationPipe(): ValidationPipe {
  return new EdgeValidation({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const problems = flatten(errors, '').slice(0, MOST_PROBLEMS);
      return new DomainError('invalid', problems[0]?.message ?? 'The request is not valid.', { errors: problems });
    },
  });
}

function flatten(errors: ValidationError[], prefix: string): FieldProblem[] {
  return errors.flatMap((error) => {
    const field = `${prefix}${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      field,
      message: rule === 'whitelistValidation' ? `${error.property} is not a known field` : message,
    }));
    return [...own, ...flatten(error.children ?? [], `${field}.`)];
  });
}
