import type { SecondFactorStep } from '@attune/shared-ui/components/second-factor-steps';
import { ApiError } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type Credentials, giveUp, secondFactor, signIn, verifyCode } from './sign-in.api';
import { messages } from './messages';

export type SignInStep = { at: 'credentials' } | SecondFactorStep | { at: 'done' };

/** A sign-in from the password to the session: which step it is at, and what went wrong with the last try. */
export function useSignIn() {
  const [step, setStep] = useState<SignInStep>({ at: 'credentials' });
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState('');

  const attempt = async (work: () => Promise<SignInStep>) => {
    setSubmitting(true);
    setError('');
    try {
      setStep(await work());
    } catch (failure) {
      setError(sentence(failure));
    } finally {
      setSubmitting(false);
    }
  };

  return {
    step,
    submitting,
    error,
    refuse: setError,
    signIn: (credentials: Credentials) => attempt(() => begin(credentials)),
    verify: (code: string) => attempt(() => verifyCode(code).then(() => ({ at: 'done' }))),
    confirm: (code: string) => attempt(async () => ({ at: 'codes', codes: await secondFactor.confirm(code) })),
    finish: () => setStep({ at: 'done' }),
    restart: () => attempt(() => giveUp().then(() => ({ at: 'credentials' }))),
  };
}

async function begin(credentials: Credentials): Promise<SignInStep> {
  const answer = await signIn(credentials);
  if (!('status' in answer)) return { at: 'done' };
  if (answer.status === 'second_factor_required') return { at: 'code' };
  return { at: 'setup', ...(await secondFactor.setUp()) };
}

function sentence(failure: unknown): string {
  if (!(failure instanceof ApiError)) return messages.failed;
  if (failure.status === 0) return messages.network;
  return failure.explained ? failure.detail : messages.failed;
}
