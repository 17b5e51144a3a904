import { ValidationError, ValidationPipe } from '@nestjs/common';
import { DomainError, FieldProblem } from './domain-error';

/** Checks every body and query at the edge: unknown fields, wrong types and broken rules are 400 with the field named. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
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
