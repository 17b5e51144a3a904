import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { ApiError, toast, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { verifyProof } from '../../../proof/proof.api';
import { proofMessages } from '../../../proof/messages';
import { mailLinkMessages as messages } from '../messages';
import styles from './mail-link.module.css';

interface LinkSignInProps {
  token: string;
  onSignedIn: () => void;
  /** The link is used up or out of date. */
  onRefused: (detail: string) => void;
}

/** Behind the email's sign-in link. Nothing happens before the press, for mail scanners open links too. */
export function LinkSignIn({ token, onSignedIn, onRefused }: LinkSignInProps) {
  const session = useSession();
  const [trust, setTrust] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const enter = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      await verifyProof({ token }, trust);
      toast.success(messages.welcomeBack);
      await session.refresh().catch(() => window.location.assign('/client/dashboard'));
      onSignedIn();
    } catch (error) {
      const answered = error instanceof ApiError;
      if (answered && error.status === 401) return onRefused(error.detail);
      toast.error(messages.signInFailed);
      setFailure(answered ? error.detail : messages.signInFailed);
    } finally {
      setSending(false);
    }
  };

  return (
    <Card padding="lg" as="section" aria-labelledby="mail-link-title">
      <div className={styles.stack}>
        <h2 id="mail-link-title">{messages.signInTitle}</h2>
        <p>{messages.signInText}</p>
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <Checkbox label={proofMessages.trust} description={proofMessages.trustHint} checked={trust} onChange={(event) => setTrust(event.target.checked)} />
        <Button variant="primary" fullWidth loading={sending} onClick={() => void enter()}>
          {messages.signIn}
        </Button>
        <p className={styles.soft}>{proofMessages.elsewhere}</p>
      </div>
    </Card>
  );
}
