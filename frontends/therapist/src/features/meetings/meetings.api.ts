import { api, queryOptions, unwrap, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type MeetingConsent = Answer<'/api/ai-meeting/consents/{id}', 'get'>;
export type ConsentRequest = Body<'/api/ai-meeting/request-consent', 'post'>;
export type MeetingSettings = Answer<'/api/ai-meeting/settings', 'get'>;
export type Party = Body<'/api/ai-meeting/record-consent', 'post'>['party'];

const POLL_MS = 5_000;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };
const meetingsKey = ['therapist', 'meetings'] as const;
const consentKey = (id: string) => [...meetingsKey, 'consents', id] as const;
const settingsKey = [...meetingsKey, 'settings'] as const;

/** A consent can still be answered, or taken back. */
export function isStanding({ status }: Pick<MeetingConsent, 'status'>): boolean {
  return status === 'waiting' || status === 'complete' || status === 'declined';
}

/** With which a session can begin still: asked for on this device or another one. */
export function openConsentsQuery() {
  return queryOptions({ queryKey: [...meetingsKey, 'consents'], queryFn: ({ signal }) => unwrap(api.GET('/api/ai-meeting/consents', { signal })), staleTime: 0, refetchOnWindowFocus: 'always' });
}

/** One consent, asked for anew while the client may answer or withdraw. */
export function useConsent(id: string) {
  return useQuery({
    queryKey: consentKey(id),
    queryFn: ({ signal }) => unwrap(api.GET('/api/ai-meeting/consents/{id}', { params: { path: { id } }, headers: BACKGROUND, signal })),
    refetchInterval: ({ state: { data } }) => (data === undefined || isStanding(data) ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
  });
}

export function useRequestConsent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ConsentRequest) => unwrap(api.POST('/api/ai-meeting/request-consent', { body })),
    onSuccess: (consent) => queries.setQueryData(consentKey(consent.consent_id), consent),
  });
}

/** A click on this screen, for the therapist or on behalf of the client; a refused one shows how it stands now. */
export function useRecordConsent(consent_id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ party, consent_given }: { party: Party; consent_given: boolean }) => unwrap(api.POST('/api/ai-meeting/record-consent', { body: { consent_id, party, consent_given } })),
    onSuccess: (consent) => queries.setQueryData(consentKey(consent_id), consent),
    onError: () => void queries.invalidateQueries({ queryKey: consentKey(consent_id) }),
  });
}

export function useWithdrawConsent(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/ai-meeting/consents/{id}/withdraw', { params: { path: { id } } })),
    onSuccess: (consent) => queries.setQueryData(consentKey(id), consent),
  });
}

export function meetingSettingsQuery() {
  return queryOptions({ queryKey: settingsKey, queryFn: ({ signal }) => unwrap(api.GET('/api/ai-meeting/settings', { signal })), refetchOnWindowFocus: 'always' });
}

export function useSaveMeetingSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: MeetingSettings) => unwrap(api.PUT('/api/ai-meeting/settings', { body })),
    onSuccess: (saved) => queries.setQueryData(settingsKey, saved),
  });
}
