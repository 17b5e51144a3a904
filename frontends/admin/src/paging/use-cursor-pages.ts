import { useState } from 'react';

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
