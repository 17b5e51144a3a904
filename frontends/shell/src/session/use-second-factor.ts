import { api, ApiError, toast, unwrap } from '@attune/shared-ui/runtime';
import { endSession, giveSecondFactor, refreshSession, sessionState, type SecondFactorDemand } from '@attune/shared-ui/runtime/host';
import { useCallback, useEffect, useState } from 'react';
import { messages as shellMessages } from '../messages';
import { secondFactorMessages as messages } from './second-factor-messages';

export type SecondFactorStep =
  | { at: 'code' }
  | { at: 'preparing' }
  | { at: 'setup'; secret: string; qrSvg: string }
  | { at: 'codes'; codes: readonly string[] };

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
  const { secret, qr_svg: qrSvg } = await unwrap(api.POST('/api/auth/second-factor/setup'));
  return { at: 'setup', secret, qrSvg };
}

async function turnOn(code: string): Promise<SecondFactorStep> {
  const { recovery_codes: codes } = await unwrap(api.POST('/api/auth/second-factor/confirm', { body: { code } }));
  return { at: 'codes', codes };
}

async function enter(): Promise<undefined> {
  await refreshSession();
  if (sessionState.get().user === null) giveUp();
}

function giveUp(): void {
  toast.info(shellMessages.sessionExpired);
  endSession('expired');
}

/** The sign-in has waited too long: it is not about the code. */
function isOver(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 401 && !failure.errors?.some(({ field }) => field === 'code');
}
