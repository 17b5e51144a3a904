import { ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { flatten, hasParts, PartsCheck, PartType } from '../http/body-parts';
import { checkShape } from '../http/body-shape';
import { DomainError, FieldProblem } from './domain-error';

/** More of them help nobody, and an answer must not grow with what was sent. */
export const MOST_PROBLEMS = 20;

const RULES = {
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
};

/** Path parameters have pipes of their own and what our decorators inject is ours: neither is looked at twice. */
class EdgeValidation extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query') checkShape(value);
    else if (metadata.type !== 'body') return value;
    const { metatype } = metadata;
    if (metatype === undefined || !hasParts(metatype)) return super.transform(value, metadata);
    const check = new PartsCheck(RULES, MOST_PROBLEMS);
    const made = await check.made(metatype as PartType, value);
    if (check.problems.length > 0) throw invalid(check.problems);
    return made;
  }
}

/** Checks every body (its size and shape were checked when it was read) and query at the edge: unknown fields, wrong types and broken rules are 400 with the field named. */
export function validationPipe(): ValidationPipe {
  return new EdgeValidation({ ...RULES, transform: true, exceptionFactory: (errors) => invalid(flatten(errors, '').slice(0, MOST_PROBLEMS)) });
}

function invalid(problems: FieldProblem[]): DomainError {
  return new DomainError('invalid', problems[0]?.message ?? 'The request is not valid.', { errors: problems });
}
