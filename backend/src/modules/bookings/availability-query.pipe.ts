import { Injectable, PipeTransform } from '@nestjs/common';
import { isId } from '../../common/database/ids';
import { validationPipe } from '../../common/errors/validation';
import { parseDate } from '../scheduling/local-calendar';
import { AvailabilityQueryDto } from './dto/availability.dto';

/** An interface, so that the global pipe leaves it to this one. */
export interface AvailabilityQuery {
  service_id: string;
  from: string;
  to: string;
}

/**
 * The most asked question of all. A good query is recognised by hand, for building and validating an object costs as much
 * as finding the free times; anything else goes through the usual validation, which words the refusal.
 */
@Injectable()
export class AvailabilityQueryPipe implements PipeTransform<Record<string, unknown>, Promise<AvailabilityQuery> | AvailabilityQuery> {
  private readonly validation = validationPipe();

  transform(query: Record<string, unknown>): Promise<AvailabilityQuery> | AvailabilityQuery {
    if (isGood(query)) return query;
    return this.validation.transform(query, { type: 'query', metatype: AvailabilityQueryDto }) as Promise<AvailabilityQuery>;
  }
}

function isGood(query: Record<string, unknown>): query is Record<string, unknown> & AvailabilityQuery {
  const { service_id, from, to } = query;
  return isId(service_id) && isDate(from) && isDate(to) && Object.keys(query).length === 3;
}

function isDate(text: unknown): boolean {
  return typeof text === 'string' && parseDate(text) !== undefined;
}
