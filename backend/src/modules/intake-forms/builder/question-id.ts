import { randomBytes } from 'node:crypto';

export const QUESTION_ID = /^q_[A-Za-z0-9_]{1,60}$/;

let last = 0;

/** `q_`, a timestamp in milliseconds that no other id of this process has, and what other processes do not come upon. */
export function newQuestionId(): string {
  last = Math.max(Date.now(), last + 1);
  return `q_${last}_${randomBytes(4).toString('hex')}`;
}
