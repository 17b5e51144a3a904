import { useLocation, useNavigate } from '@attune/shared-ui/runtime';
import { useCallback } from 'react';

const FRAGMENT = '#book';

/** Whether the sheet is up, kept in the address: the phone's own way back closes it. */
export function useSheet(): { isOpen: boolean; open: () => void; close: () => void } {
  const navigate = useNavigate();
  const { hash, search, state } = useLocation();
  const isOpen = hash === FRAGMENT;
  const openedHere = (state as { sheet?: boolean } | null)?.sheet === true;

  const open = useCallback(() => {
    if (!isOpen) void navigate({ search, hash: FRAGMENT }, { state: { sheet: true } });
  }, [isOpen, navigate, search]);

  const close = useCallback(() => {
    if (!isOpen) return;
    if (openedHere) void navigate(-1);
    else void navigate({ search, hash: '' }, { replace: true });
  }, [isOpen, openedHere, navigate, search]);

  return { isOpen, open, close };
}
