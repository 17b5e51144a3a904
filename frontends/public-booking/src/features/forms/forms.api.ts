import type { AnswerValue } from '@attune/shared-ui/intake';
import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type FormLink = Answer<'/api/forms/open', 'post'>;
export type FormSheet = NonNullable<FormLink['form']>;

export const formLinkKey = (token: string) => ['form', token] as const;

/** Where a link leads. The token travels in the body, never in an address. @param knowsPractice whoever is signed in said so of a practice that they never went to */
export function formLinkQuery(token: string, knowsPractice = false) {
  return queryOptions({
    queryKey: formLinkKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/forms/open', { body: { token, ...(knowsPractice && { knows_practice: true }) }, signal })),
    // Another tab, or another device, may have gone on.
    refetchOnWindowFocus: 'always',
  });
}

/** @param value undefined takes the answer away */
export function saveAnswer(token: string, version: number, questionId: string, value: AnswerValue | undefined) {
  return unwrap(api.PUT('/api/forms/answer', { body: { token, version, question_id: questionId, value: value ?? null } }));
}

export function completeForm(token: string, version: number, signedName: string) {
  return unwrap(api.POST('/api/forms/complete', { body: { token, version, signed_name: signedName } }));
}

/** Nothing of the form is open in this browser any more. @returns where the link leads now */
export function leaveForm(token: string) {
  return unwrap(api.POST('/api/forms/leave', { body: { token } }));
}

/** Mails a code to the person that the form was sent to. */
export function sendFormCode(token: string) {
  return unwrap(api.POST('/api/forms/code', { body: { token } }));
}

/** The right code lets this browser go on. */
export function verifyFormCode(token: string, code: string) {
  return unwrap(api.POST('/api/forms/verify', { body: { token, code } }));
}
