import { deadlinesFrom } from '@attune/shared-ui/deadlines';
import { api, ApiError, queryOptions } from '@attune/shared-ui/runtime';
import { sessionKey } from '../../../keys';

/** How long the session lasts. Asked by a timer, it does not count as somebody being there. */
export function sessionQuery() {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: async () => {
      const { data, error, response } = await api.GET('/api/admin/me', { headers: { 'X-Background': '1' } });
      if (!data) throw ApiError.fromAnswer(response, error);
      return deadlinesFrom(data, response);
    },
    staleTime: 0,
    retry: false,
  });
}
