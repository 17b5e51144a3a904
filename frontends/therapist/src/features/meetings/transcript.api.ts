import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';
import { useRefreshSessions } from './recording.api';

const TRANSCRIPT = '/api/ai-meeting/session/{id}/transcript';
const ANALYSIS = '/api/ai-meeting/session/{id}/analysis';
/** How often what is under way is asked for. */
const ASK_AGAIN_MS = 2_000;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };

const LIVE_EVERY_MS = 5_000;
/** Nothing comes after these. */
const LIVE_ENDS: readonly LiveLines['state'][] = ['off', 'not_configured', 'over'];

export type LiveLines = Answer<`${typeof TRANSCRIPT}/live`, 'get'>;
export type Transcript = Answer<typeof TRANSCRIPT, 'get'>;
export type TranscriptLine = Transcript['lines'][number];
export type MeetingAnalysis = Answer<typeof ANALYSIS, 'get'>;
export type MeetingResult = NonNullable<MeetingAnalysis['result']>;
export type Moment = MeetingResult['summary'][number]['moments'][number];

export const isUnderWay = ({ state }: Pick<Transcript | MeetingAnalysis, 'state'>): boolean => state === 'live' || state === 'waiting' || state === 'running';

const keyOf = (what: 'transcript' | 'live' | 'analysis', id: string) => ['therapist', 'meetings', what, id] as const;

export function transcriptQuery(id: string) {
  return queryOptions({
    queryKey: keyOf('transcript', id),
    queryFn: async ({ signal, client }) => {
      // Lines that are here already are not sent again while more are made.
      const before = client.getQueryData<Transcript>(keyOf('transcript', id));
      const shown = await unwrap(api.GET(TRANSCRIPT, { params: { path: { id }, query: before ? { known: before.version } : {} }, headers: BACKGROUND, signal }));
      return shown.lines_are_known && before ? { ...shown, lines: before.lines } : shown;
    },
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASK_AGAIN_MS : false),
  });
}

/** What is said in the session that is recorded, asked for anew as long as it is: only lines that are new are sent. */
export function liveLinesQuery(id: string) {
  return queryOptions({
    queryKey: keyOf('live', id),
    queryFn: async ({ signal, client }): Promise<LiveLines> => {
      const before = client.getQueryData<LiveLines>(keyOf('live', id));
      const answer = await unwrap(api.GET(`${TRANSCRIPT}/live`, { params: { path: { id }, query: before ? { after: before.cursor } : {} }, headers: BACKGROUND, signal }));
      return answer.is_whole || !before ? answer : { ...answer, lines: [...before.lines, ...answer.lines] };
    },
    refetchInterval: ({ state: { data } }) => (data && LIVE_ENDS.includes(data.state) ? false : LIVE_EVERY_MS),
    refetchOnWindowFocus: 'always',
    // What was said lies in no memory longer than it is looked at.
    gcTime: 0,
  });
}

export function analysisQuery(id: string) {
  return queryOptions({
    queryKey: keyOf('analysis', id),
    queryFn: ({ signal }) => unwrap(api.GET(ANALYSIS, { params: { path: { id } }, headers: BACKGROUND, signal })),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASK_AGAIN_MS : false),
  });
}

/** Asks for a transcript, or says that it is right; the answer takes the place of what was known. */
export function useTranscriptDeed(id: string) {
  const queries = useQueryClient();
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (deed: 'start' | 'accept') => unwrap(deed === 'start' ? api.POST(TRANSCRIPT, { params: { path: { id } } }) : api.POST(`${TRANSCRIPT}/accept`, { params: { path: { id } } })),
    onSuccess: (transcript) => {
      queries.setQueryData(keyOf('transcript', id), transcript);
      void queries.invalidateQueries({ queryKey: keyOf('analysis', id) });
      refresh(id);
    },
  });
}

export function useCorrectLine(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ line, ...body }: { line: string; text: string; version: number }) => unwrap(api.PUT(`${TRANSCRIPT}/lines/{line}`, { params: { path: { id, line } }, body })),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf('analysis', id) });
      return queries.invalidateQueries({ queryKey: keyOf('transcript', id) });
    },
  });
}

export function useStartAnalysis(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST(ANALYSIS, { params: { path: { id } } })),
    onSuccess: (analysis) => queries.setQueryData(keyOf('analysis', id), analysis),
  });
}

export function useMakeNote(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/ai-meeting/session/{id}/note', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf('analysis', id) }),
  });
}

/** Where the sound of a session is played from. */
export const soundAddress = (id: string): string => `/api/ai-meeting/session/${id}/sound`;
