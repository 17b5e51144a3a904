import { unwrap, useQueryClient } from '@attune/shared-ui/runtime';
import { useCallback, useState } from 'react';
import { formatNumber } from '../format';

interface Answered<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** What one call for a part of a list brought. */
export interface Page<Body> {
  body: NonNullable<Body>;
  /** Cursor of the page after it; none for the last. */
  next: string | undefined;
}

/** One page of a list that the server hands out page by page. Throws what `unwrap` throws. */
export async function readPage<Body>(call: Promise<Answered<Body>>): Promise<Page<Body>> {
  const answered = await call;
  return { body: await unwrap(Promise.resolve(answered)), next: nextCursor(answered.response.headers.get('Link')) };
}

/** The cursor of the `Link: rel="next"` header, if there is a next page. */
export function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (target === undefined) return undefined;
  return new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined;
}

export interface CursorPages {
  /** Cursor of the page to show; none for the first. */
  cursor: string | undefined;
  /** Counted from 0. */
  index: number;
  next: (cursor: string) => void;
  previous: () => void;
  first: () => void;
}

interface Trail {
  list: string;
  cursors: readonly string[];
}

/** The way through a list that the server hands out page by page. Another list (other filters) starts at its first page. */
export function useCursorPages(list: string): CursorPages {
  const [trail, setTrail] = useState<Trail>({ list, cursors: [] });
  const cursors = trail.list === list ? trail.cursors : [];
  return {
    cursor: cursors.at(-1),
    index: cursors.length,
    next: (cursor) => setTrail({ list, cursors: [...cursors, cursor] }),
    previous: () => setTrail({ list, cursors: cursors.slice(0, -1) }),
    first: () => setTrail({ list, cursors: [] }),
  };
}

/** Reads anew what is on the screen under a key, and forgets its other pages, so that no old one comes back. */
export function useRefresh(key: readonly unknown[]): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    queryClient.removeQueries({ queryKey: key, type: 'inactive' });
    void queryClient.refetchQueries({ queryKey: key, type: 'active' });
  }, [queryClient, key]);
}

/** '51 to 100 of 5,000', '1 to 50' where the whole is not known. `page` counts from 0, and there is at least one row. */
export function rowRange(page: number, pageSize: number, rows: number, total?: number): string {
  const from = page * pageSize + 1;
  const range = rows === 1 ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(from + rows - 1)}`;
  return total === undefined ? range : `${range} of ${formatNumber(total)}`;
}
