import { ApiError, toast, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { looksLikeEmail } from '../../email-rule';
import { focusField } from '../../focus-field';
import { verifyProof } from '../../proof/proof.api';
import { mailLinkMessages as messages } from './messages';
import type { MailLink } from './use-mail-link';

export const LINK_EMAIL_ID = 'link-email';

interface LinkSignInDeeds {
  link: MailLink;
  onSignedIn: () => void;
  /** The link is used up or out of date. @param email whom a new code may be offered to: what the person typed, if they did */
  onRefused: (detail: string, email: string) => void;
}

const names = (error: ApiError, field: string) => error.errors?.some((problem) => problem.field === field) === true;

/**
 * Signs in by a link. One press is enough in the browser that asked for it. In another one the person types the address: the
 * link does not name it, and it could be that of whoever passed it on.
 */
export function useLinkSignIn({ link, onSignedIn, onRefused }: LinkSignInDeeds) {
  const session = useSession();
  const { user } = session;
  const [email, setEmail] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [over, setOver] = useState(false);
  const [clash, setClash] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const askFor = (sentence: string) => {
    setProblem(sentence);
    focusField(LINK_EMAIL_ID);
  };

  const refuse = (error: ApiError) => {
    if (email !== null) {
      setOver(true);
      return askFor(error.detail);
    }
    if (!names(error, 'email')) return onRefused(error.detail, '');
    setEmail('');
    askFor(error.detail);
  };

  const enter = async (trust: boolean) => {
    if (sending) return;
    if (email !== null && !looksLikeEmail(email)) return askFor(email.trim() === '' ? messages.emailMissing : messages.emailInvalid);
    setSending(true);
    setFailure(null);
    setProblem(undefined);
    try {
      await verifyProof({ token: link.token, ...(email !== null && { email: email.trim() }), ...(clash && { instead: true }) }, trust);
      toast.success(messages.welcomeBack);
      await session.refresh().catch(() => window.location.assign('/client/dashboard'));
      onSignedIn();
    } catch (error) {
      const answered = error instanceof ApiError;
      if (answered && error.status === 401) return refuse(error);
      if (answered && error.status === 409) return setClash(true);
      toast.error(messages.signInFailed);
      setFailure(answered ? error.detail : messages.signInFailed);
    } finally {
      setSending(false);
    }
  };

  const type = (typed: string) => {
    setEmail(typed);
    setProblem(undefined);
  };

  return { email, problem, type, failure, sending, enter, other: clash ? { email: user?.email } : null, leave: over ? () => onRefused(problem ?? '', email?.trim() ?? '') : null };
}
