import { Banner } from '@attune/shared-ui/components/banner';
import { Button, buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ApiError, Link, useSession } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { focusField } from '../../../focus-field';
import type { Objection } from '../../../wire';
import { objectToAddress } from '../mail-link.api';
import { mailLinkMessages as messages } from '../messages';
import styles from './mail-link.module.css';

const TITLE_ID = 'objection-title';
/** Where the focus goes, for what was pressed goes with the question. */
const OUTCOME_ID = 'objection-outcome';

interface AddressObjectionProps {
  token: string;
  onSignIn: (email: string) => void;
}

type State = { at: 'question'; failure: string | null } | { at: 'decided'; outcome: Objection } | { at: 'late'; detail: string };

/** Behind the link that the old address got: takes a change of address back. */
export function AddressObjection({ token, onSignIn }: AddressObjectionProps) {
  const session = useSession();
  const [state, setState] = useState<State>({ at: 'question', failure: null });
  const [sending, setSending] = useState(false);

  const object = async () => {
    if (sending) return;
    setSending(true);
    try {
      setState({ at: 'decided', outcome: await objectToAddress(token) });
      focusField(OUTCOME_ID);
      // A session of this browser ended with the others.
      if (session.user !== null) await session.refresh().catch(() => undefined);
    } catch (error) {
      const answered = error instanceof ApiError;
      if (answered && error.status === 404) {
        setState({ at: 'late', detail: error.detail });
        focusField(OUTCOME_ID);
      } else setState({ at: 'question', failure: answered ? error.detail : messages.objectionFailed });
    } finally {
      setSending(false);
    }
  };

  return (
    <Card padding="lg" as="section" aria-labelledby={state.at === 'question' ? TITLE_ID : OUTCOME_ID}>
      <div className={styles.stack}>
        {state.at === 'question' && (
          <>
            <h2 id={TITLE_ID}>{messages.objectionTitle}</h2>
            <p>{messages.objectionText}</p>
            {state.failure !== null && (
              <Banner tone="danger" role="alert" title={messages.objectionFailed}>
                {state.failure}
              </Banner>
            )}
            <Button variant="primary" fullWidth loading={sending} onClick={() => void object()}>
              {messages.object}
            </Button>
            <p className={styles.soft}>{messages.objectionYours}</p>
          </>
        )}
        {state.at === 'decided' && <Decided outcome={state.outcome} onSignIn={onSignIn} />}
        {state.at === 'late' && (
          <>
            <h2 id={OUTCOME_ID} tabIndex={-1}>
              {messages.lateTitle}
            </h2>
            <p>{state.detail}</p>
            <Link to="/" className={buttonClass({ fullWidth: true })}>
              {messages.back}
            </Link>
          </>
        )}
      </div>
    </Card>
  );
}

function Decided({ outcome: { status, email }, onSignIn }: { outcome: Objection; onSignIn: (email: string) => void }) {
  const { title, before, after, next } = messages[status];
  return (
    <>
      <h2 id={OUTCOME_ID} tabIndex={-1}>
        {title}
      </h2>
      <p>
        {before} <strong className={styles.address}>{email}</strong> {after}
      </p>
      <p>{next}</p>
      {status === 'withdrawn' ? (
        <Link to="/" className={buttonClass({ fullWidth: true })}>
          {messages.back}
        </Link>
      ) : (
        <Button variant="primary" fullWidth onClick={() => onSignIn(email)}>
          {messages.toSignIn}
        </Button>
      )}
    </>
  );
}
