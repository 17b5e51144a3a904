import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

const FORMS = '/api/therapist/intake-forms';

export type FormSummary = Answer<typeof FORMS, 'get'>[number];
export type IntakeForm = Answer<'/api/therapist/intake-forms/{id}', 'get'>;
export type IntakeTemplate = Answer<'/api/therapist/intake-forms/templates', 'get'>[number];
export type FormBody = Body<typeof FORMS, 'post'>;
export type FormService = Answer<'/api/therapist/intake-forms/{id}/services', 'get'>['services'][number];

/** A form as it is edited: what it asks, and with which services it goes out. */
export interface EditedForm {
  form: IntakeForm;
  services: FormService[];
}

export const formsKey = ['therapist', 'intake-forms'] as const;

async function readForms(archived: boolean, signal: AbortSignal): Promise<FormSummary[]> {
  const forms: FormSummary[] = [];
  let cursor: string | undefined;
  do {
    const query = { cursor, archived: archived ? ('true' as const) : undefined };
    const { body, next } = await readPage(api.GET(FORMS, { params: { query }, signal }));
    forms.push(...body);
    cursor = next;
  } while (cursor !== undefined);
  return forms;
}

/** All the therapist's forms in the order they were made, or the archived ones. */
export function formsQuery(archived: boolean) {
  return queryOptions({ queryKey: [...formsKey, 'list', archived], queryFn: ({ signal }) => readForms(archived, signal) });
}

export function formQuery(id: string) {
  return queryOptions({
    queryKey: [...formsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/intake-forms/{id}', { params: { path: { id } }, signal })),
  });
}

/** A form with the services that it goes out with. */
export function editedFormQuery(id: string) {
  return queryOptions({
    queryKey: [...formsKey, 'edited', id],
    queryFn: async ({ signal }): Promise<EditedForm> => {
      const params = { path: { id } };
      const [form, { services }] = await Promise.all([
        unwrap(api.GET('/api/therapist/intake-forms/{id}', { params, signal })),
        unwrap(api.GET('/api/therapist/intake-forms/{id}/services', { params, signal })),
      ]);
      return { form, services };
    },
  });
}

export function templatesQuery() {
  return queryOptions({
    queryKey: [...formsKey, 'templates'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/intake-forms/templates', { signal })),
    staleTime: Infinity,
  });
}

export interface FormSave {
  /** Without one a new form is made. */
  id: string | undefined;
  /** The version that the changes began with. */
  version: number;
  body: FormBody;
}

/** Saves what a form asks. A save whose answer was lost can be repeated: the same `key` never makes a second form. */
export function useSaveForm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body, key }: FormSave & { key: string }) =>
      id === undefined
        ? unwrap(api.POST(FORMS, { params: { header: { 'Idempotency-Key': key } }, body }))
        : unwrap(api.PUT('/api/therapist/intake-forms/{id}', { params: { path: { id } }, body: { ...body, version } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'] }),
  });
}

export function useSaveFormServices() {
  return useMutation({
    mutationFn: ({ id, services }: { id: string; services: FormService[] }) =>
      unwrap(api.PUT('/api/therapist/intake-forms/{id}/services', { params: { path: { id } }, body: { services } })),
  });
}

/** Archives a form, or brings it back; both lists are read anew. */
export function useArchiveForm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, archived }: { id: string; archived: boolean }) => {
      const request = { params: { path: { id } } };
      return unwrap(archived ? api.POST('/api/therapist/intake-forms/{id}/archive', request) : api.POST('/api/therapist/intake-forms/{id}/restore', request));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: formsKey }),
  });
}
