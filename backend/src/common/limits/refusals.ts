import { DomainError, isRefusal } from '../errors/domain-error';
import type { Limit, Limits } from './limits';

/**
 * Does what others wait for, and counts in this process how often it was refused: that took as long. What is done counts nothing.
 * @param tooMany the sentence past the limit @throws DomainError too_many, before anything is done; what `work` throws
 */
export async function countingRefusals<Answer>(limits: Limits, [limit, key]: readonly [limit: Limit, key: string], tooMany: string, work: () => Promise<Answer>): Promise<Answer> {
  const retryAfterSeconds = limits.secondsHere(limit, key);
  if (retryAfterSeconds > 0) throw new DomainError('too_many', tooMany, { retryAfterSeconds });
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) limits.takeHere(limit, key);
    throw error;
  }
}
