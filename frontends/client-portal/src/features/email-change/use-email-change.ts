import { ApiError, toast, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { accountKey } from '../../account-query';
import { looksLikeEmail } from '../../email-rule';
import { focusField } from '../../focus-field';
import { waitOf } from '../../proof/proof.api';
import { proofRequired } from '../../proof/proof-required';
import { useProofGate } from '../../proof/use-proof-gate';
import { clientKey } from '../../query-keys';
import type { Account } from '../../wire';
import { askForAddress, confirmAddress } from './email-change.api';
import { emailMessages as messages } from './messages';

export const NEW_EMAIL_ID = 'new-email';
export const CHANGE_ID = 'change-email';

type Step = { at: 'rest' } | { at: 'address' } | { at: 'code'; wait: number };

/** A change of address: the new one, its code, and before that a proof where the last one is too old. */
export function useEmailChange(account: Account) {
  const queries = useQueryClient();
  const session = useSession();
  const gate = useProofGate(NEW_EMAIL_ID);
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [sending, setSending] = useState(false);
  const wanted = email.trim();

  const refuse = (text: string) => {
    setError(text);
    focusField(NEW_EMAIL_ID);
  };

  const ask = async () => {
    setSending(true);
    try {
      setStep({ at: 'code', wait: (await askForAddress(wanted)).resend_after_seconds });
    } catch (problem) {
      if (proofRequired(problem)) throw problem;
      const wait = waitOf(problem);
      if (wait !== undefined) setStep({ at: 'code', wait });
      else refuse(problem instanceof ApiError ? problem.detail : messages.failed);
    } finally {
      setSending(false);
    }
  };

  const submit = () => {
    if (sending) return;
    if (wanted === '') return refuse(messages.missing);
    if (!looksLikeEmail(wanted)) return refuse(messages.invalid);
    if (wanted.toLowerCase() === account.email.toLowerCase()) return refuse(messages.same);
    void gate.run(ask);
  };

  const confirm = async (code: string) => {
    const changed = await confirmAddress(code);
    queries.setQueryData(accountKey, changed);
    toast.success(messages.changed);
    leave();
    await session.refresh().catch(() => undefined);
    await queries.invalidateQueries({ queryKey: clientKey });
  };

  const begin = () => {
    setStep({ at: 'address' });
    focusField(NEW_EMAIL_ID);
  };

  const leave = () => {
    setStep({ at: 'rest' });
    setEmail('');
    setError(undefined);
    focusField(CHANGE_ID);
  };

  const type = (text: string) => {
    setEmail(text);
    setError(undefined);
  };

  return { step, gate, email: wanted, typed: email, type, error, sending, begin, submit, confirm, resend: () => askForAddress(wanted), leave };
}
