import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';
import { notesKey, useNotesChanged } from './session-notes.api';

const ANALYSIS = '/api/therapist/session-notes/{id}/analysis';
const FILE_ANALYSIS = '/api/therapist/session-notes/{id}/files/{fileId}/analysis';
/** How often one that is under way is asked for. */
const ASK_AGAIN_MS = 1_000;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };

export type NoteAnalyses = Answer<typeof ANALYSIS, 'get'>;
export type NoteAnalysis = NonNullable<NoteAnalyses['draft']>;
export type AnalysisResult = NonNullable<NoteAnalysis['result']>;
export type Statement = AnalysisResult['summary'][number];
export type RiskCue = AnalysisResult['risk_cues'][number];
export type Citation = Statement['citations'][number];

export function isUnderWay(draft: NoteAnalysis | null | undefined): boolean {
  return draft?.state === 'waiting' || draft?.state === 'running';
}

/** What is analysed: a note's own text, or what was read of one of its files. */
export interface AnalysedPlace {
  noteId: string;
  fileId: string | null;
  /** Another one when the text has changed: then it is read anew. */
  version: string;
}

export function analysesQuery({ noteId: id, fileId, version }: AnalysedPlace) {
  return queryOptions({
    queryKey: [...notesKey, 'analysis', id, fileId, version],
    queryFn: ({ signal }): Promise<NoteAnalyses> =>
      fileId === null ? unwrap(api.GET(ANALYSIS, { params: { path: { id } }, headers: BACKGROUND, signal })) : unwrap(api.GET(FILE_ANALYSIS, { params: { path: { id, fileId } }, headers: BACKGROUND, signal })),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.draft) ? ASK_AGAIN_MS : false),
  });
}

/** What engines made of the files of a note, file by file. */
export function analysesOfFilesQuery(id: string, fileIds: readonly string[]) {
  return queryOptions({
    queryKey: [...notesKey, 'analysis', id, 'files', fileIds],
    queryFn: ({ signal }): Promise<NoteAnalyses[]> => Promise.all(fileIds.map((fileId) => unwrap(api.GET(FILE_ANALYSIS, { params: { path: { id, fileId } }, signal })))),
    enabled: fileIds.length > 0,
  });
}

export type AnalysisDeed = { kind: 'start' } | { kind: 'accept'; analysisId: string; summary: string } | { kind: 'dismiss' };

/** The answer takes the place of what was known; with an accepted summary the note, which shows it, is read anew. */
export function useAnalysisDeed(place: AnalysedPlace) {
  const queryClient = useQueryClient();
  const changed = useNotesChanged();
  return useMutation({
    mutationFn: (deed: AnalysisDeed) => (place.fileId === null ? ofNote(place.noteId, deed) : ofFile({ id: place.noteId, fileId: place.fileId }, deed)),
    onSuccess: async (analyses, { kind }) => {
      const { queryKey } = analysesQuery(place);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, analyses);
      if (kind === 'accept') await changed();
    },
  });
}

function ofNote(id: string, deed: AnalysisDeed): Promise<NoteAnalyses> {
  const params = { path: { id } };
  if (deed.kind === 'start') return unwrap(api.POST(ANALYSIS, { params }));
  if (deed.kind === 'dismiss') return unwrap(api.DELETE(ANALYSIS, { params }));
  return unwrap(api.POST(`${ANALYSIS}/accept`, { params, body: { analysis_id: deed.analysisId, summary: deed.summary } }));
}

function ofFile(path: { id: string; fileId: string }, deed: AnalysisDeed): Promise<NoteAnalyses> {
  const params = { path };
  if (deed.kind === 'start') return unwrap(api.POST(FILE_ANALYSIS, { params }));
  if (deed.kind === 'dismiss') return unwrap(api.DELETE(FILE_ANALYSIS, { params }));
  return unwrap(api.POST(`${FILE_ANALYSIS}/accept`, { params, body: { analysis_id: deed.analysisId, summary: deed.summary } }));
}
