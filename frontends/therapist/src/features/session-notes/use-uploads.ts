import type { FileDropItem } from '@attune/shared-ui/components/file-drop';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import { filesMessages as messages } from './files-messages';
import { useUploadFile } from './note-files.api';

const MOST_BYTES = 20 * 1024 * 1024;

interface Sending {
  id: string;
  file: File;
  key: string;
  controller: AbortController;
}

export interface Uploads {
  items: readonly FileDropItem[];
  add: (files: readonly File[]) => void;
  /** Cancels one that is under way, and takes away one that failed. */
  remove: (id: string) => void;
  retry: (id: string) => void;
}

/** Files on their way into a note: one after the other, so that each has the whole line. They go on when the note is left. */
export function useUploads(noteId: string): Uploads {
  const upload = useUploadFile();
  const [items, setItems] = useState<readonly FileDropItem[]>([]);
  const sent = useRef(new Map<string, Sending>());
  const last = useRef<Promise<void>>(Promise.resolve());
  const count = useRef(0);

  const change = (id: string, now: Partial<FileDropItem>) => setItems((all) => all.map((one) => (one.id === id ? { ...one, message: undefined, ...now } : one)));
  const drop = (id: string) => {
    sent.current.delete(id);
    setItems((all) => all.filter((one) => one.id !== id));
  };
  const fail = (id: string, why: string) => {
    change(id, { status: 'error', progress: undefined, message: why });
    toast.error(messages.uploadError(why));
  };

  const send = async ({ id, file, key, controller }: Sending) => {
    if (controller.signal.aborted) return;
    change(id, { status: 'uploading', progress: 0 });
    try {
      await upload({ noteId, file, key, onProgress: (progress) => change(id, { progress }), signal: controller.signal });
      drop(id);
      toast.success(messages.uploaded);
    } catch (error) {
      if (!controller.signal.aborted) fail(id, error instanceof ApiError && (error.explained || error.status === 0) ? error.detail : messages.uploadFailed);
    }
  };
  const begin = (sending: Sending) => {
    if (sending.file.size > MOST_BYTES) return fail(sending.id, messages.tooLarge);
    last.current = last.current.then(() => send(sending));
  };

  return {
    items,
    add: (files) => {
      for (const file of files) {
        count.current += 1;
        const id = String(count.current);
        const sending = { id, file, key: createKeyring().keyFor(id), controller: new AbortController() };
        sent.current.set(id, sending);
        setItems((all) => [...all, { id, name: file.name, size: file.size, status: 'uploading', message: messages.waiting }]);
        begin(sending);
      }
    },
    remove: (id) => {
      sent.current.get(id)?.controller.abort();
      drop(id);
    },
    retry: (id) => {
      const before = sent.current.get(id);
      if (!before) return;
      const again = { ...before, controller: new AbortController() };
      sent.current.set(id, again);
      change(id, { status: 'uploading', message: messages.waiting });
      begin(again);
    },
  };
}
