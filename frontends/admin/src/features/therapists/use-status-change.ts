import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { isSignedOut } from '../../refusal';
import type { Therapist } from '../../wire';
import { useSetActive } from './api/use-set-active';

/** Activating at once, deactivating after the question; what failed last, for the banner. */
export function useStatusChange() {
  const setActive = useSetActive();
  const [asked, setAsked] = useState<Therapist | null>(null);

  const change = ({ id, display_name: name }: Therapist, active: boolean) =>
    setActive.mutate(
      { id, active },
      {
        onSuccess: () => toast.success(active ? `${name} is active again` : `${name} was deactivated`),
        onSettled: () => setAsked(null),
      },
    );

  return {
    asked,
    ask: setAsked,
    forget: () => setAsked(null),
    activate: (therapist: Therapist) => change(therapist, true),
    deactivate: (therapist: Therapist) => change(therapist, false),
    changing: setActive.isPending ? setActive.variables.id : null,
    failedAt: setActive.isError && !isSignedOut(setActive.error) ? setActive.submittedAt : 0,
  };
}
