import { type Problems, SILENT, type Typed, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { accountKey } from '../../account-query';
import { looksLikeEmail } from '../../email-rule';
import { focusField } from '../../focus-field';
import { waitOf } from '../../proof/proof.api';
import { proofRequired } from '../../proof/proof-required';
import { useProofGate } from '../../proof/use-proof-gate';
import { clientKey } from '../../query-keys';
import type { Account, NewAddress } from '../../wire';
import { askForAddress, confirmAddress } from './email-change.api';
import { emailMessages as messages } from './messages';

export const NEW_EMAIL_ID = 'new-email';
export const CHANGE_ID = 'change-email';

type AddressValues = Typed<NewAddress>;
type Step = { at: 'rest' } | { at: 'address' } | { at: 'code'; email: string; wait: number };

const NOTHING_TYPED: AddressValues = { email: '' };

/** A change of address: the new one, its code, and before that a proof where the last one is too old. */
export function useEmailChange(account: Account) {
  const queries = useQueryClient();
  const session = useSession();
  const gate = useProofGate(NEW_EMAIL_ID);
  const [step, setStep] = useState<Step>({ at: 'rest' });

  const form = useServerForm<AddressValues>({
    stored: NOTHING_TYPED,
    keep: { form: 'email-change' },
    check: ({ email }) => problemsOf(email.trim(), account.email),
    send: async ({ email: typed }) => {
      const email = typed.trim();
      setStep({ at: 'code', email, wait: (await askForAddress(email)).resend_after_seconds });
      return NOTHING_TYPED;
    },
    onRefused: (problem) => {
      const wait = waitOf(problem);
      if (proofRequired(problem)) gate.waitForProof(form.submit);
      else if (wait !== undefined) setStep({ at: 'code', email: form.values().email.trim(), wait });
      else return { fields: { email: problem instanceof ApiError ? problem.detail : messages.failed }, lines: [] };
      return SILENT;
    },
  });

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
    form.discard();
    focusField(CHANGE_ID);
  };

  return { step, gate, form, begin, confirm, leave };
}

function problemsOf(wanted: string, current: string): Problems {
  if (wanted === '') return { email: messages.missing };
  if (!looksLikeEmail(wanted)) return { email: messages.invalid };
  return { ...(wanted.toLowerCase() === current.toLowerCase() && { email: messages.same }) };
}
