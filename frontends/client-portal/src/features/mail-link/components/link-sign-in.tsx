import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { Link } from '@attune/shared-ui/runtime';
import { type FormEvent, useState } from 'react';
import { proofMessages } from '../../../proof/messages';
import { mailLinkMessages as messages } from '../messages';
import { LINK_EMAIL_ID, useLinkSignIn } from '../use-link-sign-in';
import type { MailLink } from '../use-mail-link';
import styles from './mail-link.module.css';

interface LinkSignInProps {
  link: MailLink;
  onSignedIn: () => void;
  /** The link is used up or out of date. @param email whom to offer a new code; empty where it is not known for sure */
  onRefused: (detail: string, email: string) => void;
}

/** Behind the email's sign-in link. Nothing happens before the press, for mail scanners open links too. */
export function LinkSignIn(props: LinkSignInProps) {
  const [trust, setTrust] = useState(false);
  const { email, problem, type, failure, sending, enter, other, leave } = useLinkSignIn(props);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void enter(trust);
  };

  return (
    <Card padding="lg" as="section" aria-labelledby="mail-link-title">
      <form noValidate aria-labelledby="mail-link-title" className={styles.stack} onSubmit={send}>
        <h2 id="mail-link-title">{messages.signInTitle}</h2>
        <p>{messages.signInText}</p>
        {other && (
          <Banner tone="attention" role="status" title={messages.othersTitle}>
            <span className={styles.address}>{other.email === undefined ? messages.othersSession : messages.othersIs(other.email)}</span> {messages.othersEnds}
          </Banner>
        )}
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {email !== null && (
          <Field id={LINK_EMAIL_ID} label={messages.email} error={problem}>
            {(aria) => <TextInput {...aria} type="email" name="email" autoComplete="email" dir="ltr" value={email} onChange={(event) => type(event.target.value)} />}
          </Field>
        )}
        <Checkbox label={proofMessages.trust} description={proofMessages.trustHint} checked={trust} onChange={(event) => setTrust(event.target.checked)} />
        <Button type="submit" variant="primary" fullWidth loading={sending}>
          {other ? messages.instead : messages.signIn}
        </Button>
        {other && (
          <Link to="/" className={buttonClass({ fullWidth: true })}>
            {messages.stay}
          </Link>
        )}
        {leave && (
          <Button variant="quiet" onClick={leave}>
            {messages.newCode}
          </Button>
        )}
        <p className={styles.soft}>{proofMessages.elsewhere}</p>
      </form>
    </Card>
  );
}
