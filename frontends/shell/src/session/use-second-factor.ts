import type { SecondFactorStep } from '@attune/shared-ui/components/second-factor-steps';
import { ApiError, leaveNotice } from '@attune/shared-ui/runtime';
import { endSession, giveSecondFactor, refreshSession, sessionState, type SecondFactorDemand } from '@attune/shared-ui/runtime/host';
import { secondFactorCalls } from '@attune/shared-ui/second-factor';
import { useCallback, useEffect, useState } from 'react';
import { messages as shellMessages } from '../messages';
import { secondFactorMessages as messages } from './second-factor-messages';

const calls = secondFactorCalls('/api/auth/second-factor');

/** The second half of a sign-in: which step it is at, and what went wrong with the last try. */
export function useSecondFactor(demand: SecondFactorDemand) {
  const [step, setStep] = useState<SecondFactorStep>({ at: demand === 'second_factor_setup' ? 'preparing' : 'code' });
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState('');

  const attempt = useCallback(async (work: () => Promise<SecondFactorStep | undefined>) => {
    setSubmitting(true);
    setError('');
    try {
      const next = await work();
      if (next) setStep(next);
    } catch (failure) {
      if (isOver(failure)) return giveUp();
      setError(failure instanceof ApiError ? failure.detail : messages.failed);
    } finally {
      setSubmitting(false);
    }
  }, []);

  const prepare = useCallback(() => attempt(offer), [attempt]);
  useEffect(() => {
    if (demand === 'second_factor_setup') void prepare();
  }, [demand, prepare]);

  return {
    step,
    submitting,
    error,
    prepare,
    verify: (code: string) => attempt(() => giveSecondFactor(code).then(() => undefined)),
    confirm: (code: string) => attempt(() => turnOn(code)),
    /** The session is whole since the recovery codes came; now the page learns whose it is. */
    enter: () => attempt(enter),
  };
}

async function offer(): Promise<SecondFactorStep> {
  return { at: 'setup', ...(await calls.setUp()) };
}

async function turnOn(code: string): Promise<SecondFactorStep> {
  return { at: 'codes', codes: await calls.confirm(code) };
}

async function enter(): Promise<undefined> {
  await refreshSession();
  if (sessionState.get().user === null) giveUp();
}

function giveUp(): void {
  leaveNotice(shellMessages.sessionExpired);
  endSession('expired');
}

/** The sign-in has waited too long: it is not about the code. */
function isOver(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 401 && !failure.errors?.some(({ field }) => field === 'code');
}
