import { unwrap } from '@attune/shared-ui/runtime';

export interface NamedFile {
  file: Blob;
  name: string;
}

interface Answered {
  data?: Blob;
  error?: unknown;
  response: Response;
}

/** The file that a call with `parseAs: 'blob'` answers with, under the name that the server gives it. Throws what `unwrap` throws. */
export async function readFile(call: Promise<Answered>, otherwise: string): Promise<NamedFile> {
  const answered = await call;
  const named = /filename="([^"]+)"/.exec(answered.response.headers.get('Content-Disposition') ?? '')?.[1];
  return { file: await unwrap(Promise.resolve(answered)), name: named ?? otherwise };
}

/** Has the browser save a file, as if a link to it had been pressed. */
export function saveFile({ file, name }: NamedFile): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the press; soon it needs the address no more.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
