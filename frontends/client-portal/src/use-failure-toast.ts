import { toast } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';

/** Says that loading failed each time it turns out so; a new try first makes `failed` false again. */
export function useFailureToast(failed: boolean, text: string): void {
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
