import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';
import { notesKey, useNotesChanged } from './session-notes.api';

const ANALYSIS = '/api/therapist/session-notes/{id}/analysis';
/** How often one that is under way is asked for. */
const ASK_AGAIN_MS = 1_000;

export type NoteAnalyses = Answer<typeof ANALYSIS, 'get'>;
export type NoteAnalysis = NonNullable<NoteAnalyses['draft']>;
export type AnalysisResult = NonNullable<NoteAnalysis['result']>;
export type Statement = AnalysisResult['summary'][number];
export type RiskCue = AnalysisResult['risk_cues'][number];
export type Citation = Statement['citations'][number];

export function isUnderWay(draft: NoteAnalysis | null | undefined): boolean {
  return draft?.state === 'waiting' || draft?.state === 'running';
}

/** The note's version is part of what is asked: after a change it is read anew. */
export function analysesQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...notesKey, 'analysis', id, version],
    queryFn: ({ signal }) => unwrap(api.GET(ANALYSIS, { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.draft) ? ASK_AGAIN_MS : false),
  });
}

export type AnalysisDeed = { kind: 'start' } | { kind: 'accept'; analysisId: string; summary: string } | { kind: 'dismiss' };

/** The answer takes the place of what was known; with an accepted summary the note itself is read anew. */
export function useAnalysisDeed(id: string, version: number) {
  const queryClient = useQueryClient();
  const changed = useNotesChanged();
  return useMutation({
    mutationFn: (deed: AnalysisDeed): Promise<NoteAnalyses> => {
      const params = { path: { id } };
      if (deed.kind === 'start') return unwrap(api.POST(ANALYSIS, { params }));
      if (deed.kind === 'dismiss') return unwrap(api.DELETE(ANALYSIS, { params }));
      return unwrap(api.POST('/api/therapist/session-notes/{id}/analysis/accept', { params, body: { analysis_id: deed.analysisId, summary: deed.summary } }));
    },
    onSuccess: async (analyses, { kind }) => {
      await queryClient.cancelQueries({ queryKey: analysesQuery(id, version).queryKey });
      queryClient.setQueryData(analysesQuery(id, version).queryKey, analyses);
      if (kind === 'accept') await changed();
    },
  });
}
