import { useState } from 'react';
import { proofRequired } from './proof-required';

type Deed = () => Promise<void>;

/** Runs what needs a fresh proof. Where the server asks for one the deed waits, to go on once it was given. */
export function useProofGate() {
  const [waiting, setWaiting] = useState<{ deed: Deed } | null>(null);
  const run = async (deed: Deed) => {
    try {
      await deed();
    } catch (error) {
      if (!proofRequired(error)) throw error;
      setWaiting({ deed });
    }
  };
  const forget = () => setWaiting(null);
  const proved = () => {
    forget();
    if (waiting !== null) void run(waiting.deed);
  };
  return { asking: waiting !== null, run, proved, forget };
}
