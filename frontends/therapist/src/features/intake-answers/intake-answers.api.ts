import { type NamedFile, readFile } from '@attune/shared-ui/files/save-file';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type SentForm = Answer<'/api/therapist/intake-requests', 'get'>[number];
export type SentFormStatus = SentForm['status'];
export type AnsweredForm = Answer<'/api/therapist/intake-requests/{id}/answers', 'get'>;
export type AnsweredQuestion = AnsweredForm['questions'][number];
export type Score = AnsweredForm['scores'][number];
export type OwnForm = Answer<'/api/therapist/intake-forms', 'get'>[number];
export type NewSentForm = Body<'/api/therapist/intake-requests', 'post'>;

/** Everything that tells how far forms are is read anew under this key. */
export const sentFormsKey = ['therapist', 'sent-forms'] as const;

export const SENT_FORMS_ON_A_PAGE = 50;
/** What one call takes. */
const BOOKINGS_IN_A_CALL = 100;

/** Which forms are listed; an absent filter lets all through. */
export interface SentFormsFilter {
  form_id?: string;
  client_id?: string;
  status?: SentFormStatus;
}

async function readOfBookings(booking_id: string[], signal: AbortSignal): Promise<SentForm[]> {
  const forms: SentForm[] = [];
  let cursor: string | undefined;
  do {
    const { body, next } = await readPage(api.GET('/api/therapist/intake-requests', { params: { query: { booking_id, cursor } }, signal }));
    forms.push(...body);
    cursor = next;
  } while (cursor !== undefined);
  return forms;
}

/** The forms of several appointments, in one call as far as one call takes them; the newest first. With the appointments that were asked for. */
export function formsOfBookingsQuery(ids: readonly string[]) {
  const calls = Array.from({ length: Math.ceil(ids.length / BOOKINGS_IN_A_CALL) }, (_, index) => ids.slice(index * BOOKINGS_IN_A_CALL, (index + 1) * BOOKINGS_IN_A_CALL));
  return queryOptions({
    queryKey: [...sentFormsKey, 'of-bookings', ids],
    queryFn: async ({ signal }) => ({ asked: new Set(ids), forms: (await Promise.all(calls.map((some) => readOfBookings(some, signal)))).flat() }),
  });
}

/** One page of the forms that were sent, the newest first. */
export function sentFormsQuery(filter: SentFormsFilter, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...sentFormsKey, 'list', filter, cursor],
    queryFn: ({ signal }) => readPage(api.GET('/api/therapist/intake-requests', { params: { query: { ...filter, limit: SENT_FORMS_ON_A_PAGE, cursor } }, signal })),
  });
}

/** What a client's questionnaires came to over time, oldest first; every reading is in the client's log. */
export function scoresQuery(clientId: string) {
  return queryOptions({
    queryKey: [...sentFormsKey, 'scores', clientId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/clients/{id}/scores', { params: { path: { id: clientId } }, signal })),
  });
}

/** What was signed off does not change, and every reading of it is in the client's log. */
export function answersQuery(id: string) {
  return queryOptions({
    queryKey: ['therapist', 'answers', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/intake-requests/{id}/answers', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The therapist's forms that can be sent; read anew with all that is known of forms. */
export function sendableFormsQuery() {
  return queryOptions({
    queryKey: ['therapist', 'intake-forms', 'sendable'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/intake-forms', { signal })),
  });
}

/** A change is only done once what is on the screen shows it. */
function useSentFormChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey: sentFormsKey }) });
}

export function useSendForm() {
  return useSentFormChange((body: NewSentForm) => unwrap(api.POST('/api/therapist/intake-requests', { body })));
}

export function useSendAgain() {
  return useSentFormChange((id: string) => unwrap(api.POST('/api/therapist/intake-requests/{id}/send-again', { params: { path: { id } } })));
}

export function useWithdraw() {
  return useSentFormChange((id: string) => unwrap(api.POST('/api/therapist/intake-requests/{id}/withdraw', { params: { path: { id } } })));
}

/** All answers to a form, as a file for a spreadsheet. */
export function downloadAnswers(formId: string): Promise<NamedFile> {
  return readFile(api.GET('/api/therapist/intake-forms/{id}/answers.csv', { params: { path: { id: formId } }, parseAs: 'blob' }), 'answers.csv');
}
