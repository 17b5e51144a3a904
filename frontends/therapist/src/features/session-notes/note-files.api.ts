import { readFile, saveFile } from '@attune/shared-ui/files/save-file';
import { api, queryOptions, sendBy, unwrap, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { withProgress } from '@attune/shared-ui/upload';
import { type NoteDetail, noteQuery, notesKey } from './session-notes.api';

export type NoteFile = NoteDetail['files'][number];

const FILE = '/api/therapist/session-notes/{id}/files/{fileId}';
/** A page takes a few seconds to be read. */
const LOOK_AGAIN_MS = 2_500;

/** Puts another list of files in the place of the one that is shown. */
function useChangeFiles(noteId: string): (change: (files: NoteFile[]) => NoteFile[]) => void {
  const queryClient = useQueryClient();
  return (change) => {
    queryClient.setQueryData(noteQuery(noteId).queryKey, (detail: NoteDetail | undefined) => detail && { ...detail, files: change(detail.files) });
  };
}

/** Follows files that are being read, without counting as somebody who is there. */
export function useFollowReading(noteId: string, files: readonly NoteFile[]): void {
  const change = useChangeFiles(noteId);
  useQuery({
    queryKey: [...notesKey, 'files', noteId],
    enabled: files.some((file) => file.processing_status === 'processing'),
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/therapist/session-notes/{id}/files', { params: { path: { id: noteId } }, headers: { 'X-Background': '1' }, signal });
      const read = await unwrap(call);
      change(() => read);
      return read;
    },
  });
}

export interface Upload {
  noteId: string;
  file: File;
  /** The same one for every try: a file whose answer was lost is added once. */
  key: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

export function useUploadFile() {
  const queryClient = useQueryClient();
  return async ({ noteId, file, key, onProgress, signal }: Upload): Promise<void> => {
    const form = new FormData();
    form.append('file', file);
    const call = api.POST('/api/therapist/session-notes/{id}/upload-file', {
      params: { path: { id: noteId }, header: { 'Idempotency-Key': key } },
      body: { file: file.name },
      bodySerializer: () => form,
      fetch: sendBy(withProgress(onProgress)),
      signal,
    });
    const added = await unwrap(call);
    queryClient.setQueryData(noteQuery(noteId).queryKey, (detail: NoteDetail | undefined) =>
      detail && { ...detail, files: [...detail.files.filter(({ id }) => id !== added.id), added] },
    );
  };
}

export function useDeleteFile(noteId: string) {
  const change = useChangeFiles(noteId);
  return useMutation({
    mutationFn: (fileId: string) => unwrap(api.DELETE(FILE, { params: { path: { id: noteId, fileId } } })),
    onSuccess: (_, fileId) => change((files) => files.filter(({ id }) => id !== fileId)),
  });
}

export function useRetryFile(noteId: string) {
  const change = useChangeFiles(noteId);
  return useMutation({
    mutationFn: (fileId: string) => unwrap(api.POST('/api/therapist/session-notes/{id}/files/{fileId}/retry', { params: { path: { id: noteId, fileId } } })),
    onSuccess: (again) => change((files) => files.map((file) => (file.id === again.id ? again : file))),
  });
}

export async function downloadFile(noteId: string, { id: fileId, filename }: NoteFile): Promise<void> {
  const call = api.GET('/api/therapist/session-notes/{id}/files/{fileId}/content', { params: { path: { id: noteId, fileId } }, parseAs: 'blob' });
  const { file } = await readFile(call, filename);
  saveFile({ file, name: filename });
}

/** A page as a picture; kept only while it is looked at. */
export function pageImageQuery(noteId: string, fileId: string, page: number) {
  return queryOptions({
    queryKey: [...notesKey, 'page image', noteId, fileId, page],
    queryFn: async ({ signal }) => {
      const params = { path: { id: noteId, fileId, page: String(page) } };
      const call = api.GET('/api/therapist/session-notes/{id}/files/{fileId}/pages/{page}/image', { params, parseAs: 'blob', signal });
      return (await readFile(call, '')).file;
    },
    staleTime: Infinity,
    gcTime: 30_000,
    retry: false,
  });
}
