import { useQueryClient } from '@attune/shared-ui/runtime';
import { useCallback } from 'react';

/** Reads anew what is on the screen under a key, and forgets its other pages, so that no old one comes back. */
export function useRefresh(key: readonly unknown[]): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    queryClient.removeQueries({ queryKey: key, type: 'inactive' });
    void queryClient.refetchQueries({ queryKey: key, type: 'active' });
  }, [queryClient, key]);
}
