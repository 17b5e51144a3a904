import { api, unwrap, useMutation } from '@attune/shared-ui/runtime';
import type { components } from '@attune/shared-ui/api/schema';

export type WaitingBody = components['schemas']['JoinWaitingListDto'];
export type Wish = components['schemas']['WishDto'];

/** Asks for a free time; a mail with a link follows. */
export function useJoin() {
  return useMutation({ mutationFn: (body: WaitingBody) => unwrap(api.POST('/api/waiting-list', { body })) });
}
