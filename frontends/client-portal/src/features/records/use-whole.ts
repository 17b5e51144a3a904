import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { clientKey } from '../../query-keys';

/** What is read once somebody asks for it. */
export interface Asked<Data> {
  queryKey: readonly string[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
}

/** A page of a list. */
export interface ListPage<Entry> {
  entries: Entry[];
  /** Where the page after it begins, if there is one. */
  next: string | undefined;
}

/** Where a fresh code is asked for, the way to it takes the place of what is shown. */
export function useAskedForProof(error: Error | null): void {
  const queryClient = useQueryClient();
  const asked = proofRequired(error);
  useEffect(() => {
    if (asked) void queryClient.invalidateQueries({ queryKey: [...clientKey, 'dashboard'] });
  }, [asked, queryClient]);
}

export interface Whole<Data> {
  /** While it is open. */
  data: Data | undefined;
  isLoading: boolean;
  error: Error | null;
  toggle: () => void;
}

/** All of something that a list shows the beginning of, once somebody asks for it. */
export function useWhole<Data>(query: Asked<Data>): Whole<Data> {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isOpen });
  useAskedForProof(error);
  const failed = isOpen && data === undefined && error !== null && !isFetching;
  return {
    data: isOpen ? data : undefined,
    isLoading: isOpen && data === undefined && isFetching,
    error: failed ? error : null,
    toggle: () => (failed ? void refetch() : setOpen(!isOpen)),
  };
}
