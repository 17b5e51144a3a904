import { type Problems, SILENT, type Typed, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast, useQuery, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useEffect, useState } from 'react';
import { accountKey } from '../../account-query';
import { looksLikeEmail } from '../../email-rule';
import { focusField } from '../../focus-field';
import { waitOf } from '../../proof/proof.api';
import { useKeptStep } from '../../proof/use-kept-step';
import { useProofGate } from '../../proof/use-proof-gate';
import { clientKey } from '../../query-keys';
import type { Account, LeftPractice, NewAddress } from '../../wire';
import { askForAddress, confirmAddress, practicesQuery } from './email-change.api';
import { emailMessages as messages } from './messages';

export const NEW_EMAIL_ID = 'new-email';
export const CHANGE_ID = 'change-email';

/** `others`: none of the practices that are still asked of is the client's. */
type AddressValues = Typed<NewAddress> & { others: boolean };
type Step = { at: 'rest' } | { at: 'address' } | { at: 'code'; email: string; wait: number };

const NOTHING_TYPED: AddressValues = { email: '', others: false };

/** Of practices that stay it is not said yet whether they are the client's. */
class Unanswered extends Error {}

const stays = ({ left }: LeftPractice): boolean => !left;

/** A change of address: the new one, its code, and before that a proof where the last one is too old. */
export function useEmailChange(account: Account) {
  const queries = useQueryClient();
  const session = useSession();
  const gate = useProofGate(NEW_EMAIL_ID);
  const kept = useKeptStep('new-address');
  const asked = useKeptStep('new-address-proof');
  const [step, setStep] = useState<Step>(() => (kept.found ? { at: 'code', ...kept.found } : { at: 'rest' }));
  const toCode = (email: string, wait: number) => {
    kept.keep({ email, wait });
    setStep({ at: 'code', email, wait });
  };

  const { data: practices = [] } = useQuery(practicesQuery());

  const form = useServerForm<AddressValues>({
    stored: NOTHING_TYPED,
    keep: { form: 'email-change' },
    check: ({ email }) => problemsOf(email.trim(), account.email),
    send: async ({ email: typed, others }) => {
      const email = typed.trim();
      if (!others && (await queries.ensureQueryData(practicesQuery())).some(stays)) throw new Unanswered();
      toCode(email, (await askForAddress(email)).resend_after_seconds);
      asked.forget();
      return NOTHING_TYPED;
    },
    onRefused: (problem) => {
      if (problem instanceof Unanswered) return { fields: { others: messages.othersMissing }, lines: [] };
      const wait = waitOf(problem);
      if (proofRequired(problem)) {
        asked.keep({ email: account.email, wait: 0 });
        gate.waitForProof(form.submit);
      } else if (wait !== undefined) toCode(form.values().email.trim(), wait);
      else return { fields: { email: problem instanceof ApiError ? problem.detail : messages.failed }, lines: [] };
      return SILENT;
    },
  });

  // The page was loaded anew while it asked for the proof: what was typed is there again, and goes on once it is given.
  const resume = asked.found !== null && kept.found === null;
  useEffect(() => {
    if (!resume || form.values().email.trim() === '') return;
    setStep({ at: 'address' });
    gate.waitForProof(form.submit);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what was found when the page came
  }, []);

  const resend = async (email: string) => {
    const sent = await askForAddress(email);
    kept.keep({ email, wait: sent.resend_after_seconds });
    return sent;
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
    kept.forget();
    asked.forget();
    setStep({ at: 'rest' });
    form.discard();
    focusField(CHANGE_ID);
  };

  return { step, gate, form, staying: practices.filter(stays), left: practices.filter(({ left }) => left), begin, resend, confirm, leave };
}

function problemsOf(wanted: string, current: string): Problems {
  if (wanted === '') return { email: messages.missing };
  if (!looksLikeEmail(wanted)) return { email: messages.invalid };
  return { ...(wanted.toLowerCase() === current.toLowerCase() && { email: messages.same }) };
}
