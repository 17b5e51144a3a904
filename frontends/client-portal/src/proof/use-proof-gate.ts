import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useState } from 'react';
import { focusField } from '../focus-field';

type Deed = () => Promise<void>;

/**
 * Runs what needs a fresh proof. Where the server asks for one the deed waits, to go on once it was given.
 * @param pressedId what has the focus again when no proof is given
 */
export function useProofGate(pressedId: string) {
  const [waiting, setWaiting] = useState<{ deed: Deed } | null>(null);
  const waitForProof = (deed: Deed) => setWaiting({ deed });
  const run = async (deed: Deed) => {
    try {
      await deed();
    } catch (error) {
      if (!proofRequired(error)) throw error;
      waitForProof(deed);
    }
  };
  const forget = () => setWaiting(null);
  const proved = () => {
    forget();
    if (waiting !== null) void run(waiting.deed);
  };
  const leave = () => {
    forget();
    focusField(pressedId);
  };
  return { asking: waiting !== null, run, waitForProof, proved, forget, leave };
}
