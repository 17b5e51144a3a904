import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { ApiError } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import type { FormLink } from '../forms.api';
import { formPageMessages } from '../messages';
import { dayOf } from '../practice-since';
import styles from './form-to-fill.module.css';

const { unknown: messages } = formPageMessages;

/** Whoever is signed in, and goes to other practices, says that they know this one before it asks them anything. */
export function UnknownPractice({ link, onKnown }: { link: FormLink; onKnown: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = () => {
    setBusy(true);
    setFailure(undefined);
    onKnown().catch((error: unknown) => {
      setFailure(error instanceof ApiError ? error.detail : formPageMessages.loadFailedTitle);
      setBusy(false);
    });
  };
  const namesake = link.unknown_practice?.namesake ?? null;
  return (
    <Card>
      <h1 className={styles.asks}>{messages.title}</h1>
      <p>
        {messages.asks}
        <strong>
          <UserText>{link.therapist_name}</UserText>
        </strong>
        . {messages.text(dayOf(link.practice_since))}
        {namesake !== null && (
          <>
            {' '}
            <strong>
              {messages.another}
              <UserText>{namesake}</UserText>
              {messages.youGoTo}
            </strong>
          </>
        )}
      </p>
      <p className={styles.about}>{messages.why}</p>
      {failure !== undefined && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <div className={styles.known}>
        <Button loading={busy} onClick={press}>
          {messages.yes}
        </Button>
      </div>
      <p className={styles.about}>{messages.noHint}</p>
    </Card>
  );
}
