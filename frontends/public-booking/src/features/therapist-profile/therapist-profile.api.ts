import { api, queryOptions, readPageData, unwrap } from '@attune/shared-ui/runtime';
import type { PublicService, PublicTherapist } from '../../wire';

/** How the address names a therapist. */
export type TherapistAddress = { by: 'id'; id: string } | { by: 'slug'; slug: string };

export interface TherapistPage {
  therapist: PublicTherapist;
  services: PublicService[];
}

function getTherapist(address: TherapistAddress, signal: AbortSignal): Promise<PublicTherapist> {
  return address.by === 'id'
    ? unwrap(api.GET('/api/public/therapist/{id}', { params: { path: { id: address.id } }, signal }))
    : unwrap(api.GET('/api/public/therapist/slug/{slug}', { params: { path: { slug: address.slug } }, signal }));
}

function getServices(address: TherapistAddress, signal: AbortSignal): Promise<PublicService[]> {
  return address.by === 'id'
    ? unwrap(api.GET('/api/public/therapist/{id}/services', { params: { path: { id: address.id } }, signal }))
    : unwrap(api.GET('/api/public/therapist/slug/{slug}/services', { params: { path: { slug: address.slug } }, signal }));
}

function addressKey(address: TherapistAddress): string {
  return address.by === 'id' ? `id:${address.id}` : `slug:${address.slug}`;
}

function inlinedPage(key: string): { initialData?: TherapistPage; initialDataUpdatedAt?: number } {
  const inlined = readPageData().public_therapist;
  if (inlined?.key !== key || !inlined.therapist || !inlined.services) return {};
  const { therapist, services } = inlined;
  return { initialData: { therapist, services }, initialDataUpdatedAt: performance.timeOrigin };
}

/** Whether the server already said, with the page, that there is no such therapist. */
export function isKnownMissing(address: TherapistAddress): boolean {
  const inlined = readPageData().public_therapist;
  return inlined?.key === addressKey(address) && inlined.not_found === true;
}

/** The profile and the services, loaded together; taken from the page itself where it carries them. */
export function therapistPageQuery(address: TherapistAddress) {
  const key = addressKey(address);
  return queryOptions({
    queryKey: ['public-therapist', key],
    queryFn: async ({ signal }): Promise<TherapistPage> => {
      const [therapist, services] = await Promise.all([getTherapist(address, signal), getServices(address, signal)]);
      return { therapist, services };
    },
    ...inlinedPage(key),
  });
}
