import { STATUSES } from './answer-words';
import type { SentFormsFilter, SentFormStatus } from './intake-answers.api';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the filter from the address; what is no filter counts as absent. */
export function filterFrom(params: URLSearchParams): SentFormsFilter {
  const [form_id, client_id] = [params.get('form_id'), params.get('client_id')];
  const status = statusFrom(params.get('status'));
  return { ...(form_id && ID.test(form_id) && { form_id }), ...(client_id && ID.test(client_id) && { client_id }), ...(status && { status }) };
}

export function statusFrom(text: string | null): SentFormStatus | undefined {
  return STATUSES.find((status) => status === text);
}
