import { useNavigate } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { OpenAccessDialog } from '../features/emergency/components/open-access-dialog';
import { TherapistsPanel } from '../features/therapists/components/therapists-panel';
import type { Grant, Therapist } from '../wire';

/** The therapists, and from a row the way to emergency access; one that is open already is entered at once. */
export function TherapistsTab({ grants }: { grants: readonly Grant[] }) {
  const navigate = useNavigate();
  const [inNeed, setInNeed] = useState<Therapist | null>(null);
  const enter = (grant: Grant) => void navigate(`/admin/emergency/${grant.id}`);
  const ask = (therapist: Therapist) => {
    const open = grants.find((grant) => grant.therapist_id === therapist.id && Date.parse(grant.expires_at) > Date.now());
    if (open) enter(open);
    else setInNeed(therapist);
  };
  return (
    <>
      <TherapistsPanel onEmergency={ask} />
      {inNeed !== null && <OpenAccessDialog therapist={inNeed} onClose={() => setInNeed(null)} onOpened={enter} />}
    </>
  );
}
