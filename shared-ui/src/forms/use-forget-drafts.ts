import { useSession } from '@attune/shared-ui/runtime';
import { useCallback } from 'react';
import { forgetDrafts } from './draft-store';

/** Forgets what was typed into these forms: the person was told that it is lost, and left. */
export function useForgetDrafts(forms: readonly string[]): () => void {
  const account = useSession().user?.id;
  return useCallback(() => forgetDrafts(account, forms), [account, forms]);
}
