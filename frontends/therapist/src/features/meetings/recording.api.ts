import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';
import type { ChunkPlace } from './recorder/waiting-sound';

export type MeetingSession = Answer<'/api/ai-meeting/sessions', 'get'>[number];
export type SessionStatus = Answer<'/api/ai-meeting/session/{id}/status', 'get'>;
export type DeviceSession = Answer<'/api/ai-meeting/device-sessions', 'post', 201>;
export type UploadSession = Answer<'/api/ai-meeting/uploads', 'post', 201>;
export type DevicePlan = Body<'/api/ai-meeting/device-sessions', 'post'>;
export type BotPlan = Body<'/api/ai-meeting/start-bot', 'post'>;
export type UploadPlan = Omit<Body<'/api/ai-meeting/uploads', 'post'>, 'file_size'>;

const POLL_MS = 5_000;
export const SESSIONS_A_PAGE = 20;
const sessionsKey = ['therapist', 'meetings', 'sessions'] as const;
const sessionKey = (id: string) => ['therapist', 'meetings', 'session', id] as const;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };
const BYTES = { 'Content-Type': 'application/octet-stream' };

export interface KeptChunk extends ChunkPlace {
  sessionId: string;
  fence: number;
}

/** What a recording says to the server while it goes on. Each throws ApiError. */
export const recordingCalls = {
  begin: (body: DevicePlan) => unwrap(api.POST('/api/ai-meeting/device-sessions', { body })),
  takeOver: (id: string) => unwrap(api.POST('/api/ai-meeting/session/{id}/lease', { params: { path: { id } } })),
  pause: (id: string, fence: number) => unwrap(api.POST('/api/ai-meeting/session/{id}/pause', { params: { path: { id } }, body: { fence } })),
  deviceKey: (id: string) => unwrap(api.GET('/api/ai-meeting/session/{id}/device-key', { params: { path: { id } } })),
  status: (id: string) => unwrap(api.GET('/api/ai-meeting/session/{id}/status', { params: { path: { id } } })),
  complete: (id: string) => unwrap(api.POST('/api/ai-meeting/session/{id}/complete', { params: { path: { id } } })),
  cancel: (id: string) => unwrap(api.POST('/api/ai-meeting/session/{id}/cancel', { params: { path: { id } } })),
  /** Somebody who is recorded is there: these calls keep the sign-in. */
  keep: ({ sessionId, part, seq, fence, startFrame, capturedAt }: KeptChunk, pcm: ArrayBuffer) =>
    unwrap(
      api.PUT('/api/ai-meeting/session/{id}/chunks/{part}/{seq}', {
        params: { path: { id: sessionId, part: String(part), seq: String(seq) }, query: { fence, start_frame: startFrame, captured_at: capturedAt } },
        ...bytesOf(pcm),
      }),
    ),
  beginUpload: (plan: UploadPlan, file_size: number) => unwrap(api.POST('/api/ai-meeting/uploads', { body: { ...plan, file_size } })),
  showUpload: (id: string) => unwrap(api.GET('/api/ai-meeting/session/{id}/blocks', { params: { path: { id } } })),
  keepBlock: (id: string, block: number, bytes: ArrayBuffer) => unwrap(api.PUT('/api/ai-meeting/session/{id}/blocks/{block}', { params: { path: { id, block: String(block) } }, ...bytesOf(bytes) })),
  completeUpload: (id: string) => unwrap(api.POST('/api/ai-meeting/session/{id}/blocks/complete', { params: { path: { id } } })),
};

/** The contract names bytes as a string; they go out as they are. */
function bytesOf(bytes: ArrayBuffer) {
  return { body: '', bodySerializer: () => bytes, headers: BYTES };
}

export function enginesQuery() {
  return queryOptions({ queryKey: ['therapist', 'meetings', 'engines'], queryFn: ({ signal }) => unwrap(api.GET('/api/ai-meeting/engines', { signal })) });
}

/** Newest first. @param cursor where the page before ended */
export function sessionsQuery(cursor?: string) {
  return queryOptions({
    queryKey: [...sessionsKey, cursor ?? ''],
    queryFn: ({ signal }) => readPage(api.GET('/api/ai-meeting/sessions', { params: { query: { limit: SESSIONS_A_PAGE, ...(cursor !== undefined && { cursor }) } }, signal })),
    refetchOnWindowFocus: 'always',
  });
}

/** Nothing of it changes by itself any more. */
export function isFinal({ status }: Pick<MeetingSession, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** One session, asked for anew until it is over. */
export function useSessionStatus(id: string) {
  return useQuery({
    queryKey: sessionKey(id),
    queryFn: ({ signal }) => unwrap(api.GET('/api/ai-meeting/session/{id}/status', { params: { path: { id } }, headers: BACKGROUND, signal })),
    refetchInterval: ({ state: { data } }) => (data === undefined || !isFinal(data) ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
  });
}

export function useStartBot() {
  const refresh = useRefreshSessions();
  return useMutation({ mutationFn: (body: BotPlan) => unwrap(api.POST('/api/ai-meeting/start-bot', { body })), onSuccess: () => refresh() });
}

export function useEndSession(id: string, how: 'complete' | 'cancel') {
  const queries = useQueryClient();
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: () => unwrap(api.POST(`/api/ai-meeting/session/{id}/${how}`, { params: { path: { id } } })),
    onSuccess: (session) => {
      queries.setQueryData(sessionKey(id), session);
      refresh();
    },
    onError: () => void queries.invalidateQueries({ queryKey: sessionKey(id) }),
  });
}

/** The list, and what is known of one session, are asked for anew. */
export function useRefreshSessions() {
  const queries = useQueryClient();
  return (id?: string) => {
    void queries.invalidateQueries({ queryKey: sessionsKey });
    if (id !== undefined) void queries.invalidateQueries({ queryKey: sessionKey(id) });
  };
}
