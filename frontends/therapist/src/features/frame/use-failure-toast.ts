import { toast } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';

/** Says once for each failed load that it failed. `failedAt` is the moment of the failure, 0 while there is none. */
export function useFailureToast(failedAt: number, text: string): void {
  useEffect(() => {
    if (failedAt > 0) toast.error(text);
  }, [failedAt, text]);
}
