import { ApiError } from '@attune/shared-ui/runtime';
import { QueryClient } from '@attune/shared-ui/runtime/host';

const RETRIES = 2;
const FRESH_FOR_MS = 30_000;

/** The page's memory of what the server said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        // Only what may heal by itself is asked again: no answer, or a part of the server that is down.
        retry: (failures, error) => failures < RETRIES && healsByItself(error),
        // What a browser believes about its line is often wrong; the call itself finds out.
        networkMode: 'always',
        // What could not be read comes by itself when the line is back, or somebody looks at the page again.
        refetchOnReconnect: (query) => (healsByItself(query.state.error) ? 'always' : false),
        refetchOnWindowFocus: (query) => (healsByItself(query.state.error) ? 'always' : true),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function healsByItself(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
