import type { NoteMediaType } from './file.entity';
import { normalized } from '../../../common/search/normalized';

export const MAX_FILE_NAME = 200;

/** The endings that a file of a type may have; the first one is given where there is another. */
const ENDINGS: Record<NoteMediaType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

/** What is seen as nothing or changes how the rest is seen: control characters, directions of writing, joiners. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029]/gu;

/**
 * A file's name as people see it: without folders and what cannot be seen, at most 200 characters, and with an ending that tells what it is.
 * It is a text, and never becomes a path.
 */
export function fileNameOf(sent: string, type: NoteMediaType): string {
  const last = sent.split(/[\\/]/).at(-1) ?? '';
  const seen = normalized(last, 'NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  const [usual, ...others] = ENDINGS[type];
  const ending = /\.([a-z0-9]{1,5})$/i.exec(seen)?.[1];
  const fits = ending !== undefined && [usual, ...others].includes(ending.toLowerCase());
  const stem = (fits ? seen.slice(0, -ending.length - 1) : seen) || 'file';
  const end = `.${fits ? ending : usual}`;
  return [...stem].slice(0, MAX_FILE_NAME - end.length).join('').trimEnd() + end;
}
