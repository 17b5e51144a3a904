import { ArgumentMetadata, ValidationError, ValidationPipe } from '@nestjs/common';
import { DomainError, FieldProblem } from './domain-error';

/** Path parameters have pipes of their own and what our decorators inject is ours: neither is looked at twice. */
class EdgeValidation extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' || metadata.type === 'query') return super.transform(value, metadata);
    return value as Promise<unknown>;
  }
}

/** Checks every body and query at the edge: unknown fields, wrong types and broken rules are 400 with the field named. */
export function validationPipe(): ValidationPipe {
  return new EdgeValidation({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const problems = flatten(errors, '');
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
