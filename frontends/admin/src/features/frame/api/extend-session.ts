import { type Deadlines, deadlinesFrom } from '@attune/shared-ui/deadlines';
import { api, ApiError } from '@attune/shared-ui/runtime';

/** Somebody is still there: the idle limit starts anew. */
export async function extendSession(): Promise<Deadlines> {
  const { data, error, response } = await api.POST('/api/admin/extend');
  if (!data) throw ApiError.fromAnswer(response, error);
  return deadlinesFrom(data, response);
}
