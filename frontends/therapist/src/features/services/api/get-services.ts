import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import type { Service } from './service';

export const servicesKey = ['therapist', 'services'] as const;

async function readServices(signal: AbortSignal): Promise<Service[]> {
  const services: Service[] = [];
  let cursor: string | undefined;
  do {
    const call = await api.GET('/api/therapist/services', { params: { query: { cursor } }, signal });
    services.push(...(await unwrap(Promise.resolve(call))));
    cursor = nextCursor(call.response.headers.get('Link'));
  } while (cursor !== undefined);
  return services;
}

/** All the therapist's services in the order they were made. */
export function servicesQuery() {
  return queryOptions({ queryKey: servicesKey, queryFn: ({ signal }) => readServices(signal) });
}
