import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type Service = Answer<'/api/therapist/services', 'get'>[number];
export type ServiceBody = Body<'/api/therapist/services', 'post'>;

export const servicesKey = ['therapist', 'services'] as const;

async function readServices(signal: AbortSignal): Promise<Service[]> {
  const services: Service[] = [];
  let cursor: string | undefined;
  do {
    const { body, next } = await readPage(api.GET('/api/therapist/services', { params: { query: { cursor } }, signal }));
    services.push(...body);
    cursor = next;
  } while (cursor !== undefined);
  return services;
}

/** All the therapist's services in the therapist's own order. */
export function servicesQuery() {
  return queryOptions({ queryKey: servicesKey, queryFn: ({ signal }) => readServices(signal) });
}

/** Adds a service; the list is read anew before the mutation settles. */
export function useCreateService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ServiceBody) => unwrap(api.POST('/api/therapist/services', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}

/** Changes a service; appointments that are already booked keep what they were booked with. */
export function useUpdateService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ServiceBody }) =>
      unwrap(api.PUT('/api/therapist/services/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}

const orderKey = [...servicesKey, 'order'];

/** Puts all services into an order, shown at once; one save after the other. Refused when the services are not those any more. */
export function useArrangeServices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: orderKey,
    scope: { id: orderKey.join() },
    mutationFn: (services: readonly Service[]) => unwrap(api.PUT('/api/therapist/services/order', { body: { ids: services.map(({ id }) => id) } })),
    onMutate: async (services) => {
      await queryClient.cancelQueries({ queryKey: servicesKey });
      queryClient.setQueryData(servicesKey, [...services]);
    },
    // While another move waits, the list already shows that one.
    onSettled: () => (queryClient.isMutating({ mutationKey: orderKey }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey: servicesKey })),
  });
}

/** Deletes a service, or archives it where bookings exist; the list is read anew either way. */
export function useDeleteService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/therapist/services/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}
