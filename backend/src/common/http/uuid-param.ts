import { Injectable, PipeTransform } from '@nestjs/common';
import { isId } from '../database/ids';
import { DomainError } from '../errors/domain-error';

/** An id in a path: what is not a UUID names nothing, so it is 404. */
@Injectable()
export class UuidParam implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new DomainError('not_found', 'There is nothing here.');
    return value.toLowerCase();
  }
}
