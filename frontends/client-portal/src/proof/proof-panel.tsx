import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Icon } from '@attune/shared-ui/components/icon';
import { formatInstant } from '@attune/shared-ui/format';
import { useEffect, useId, useRef } from 'react';
import type { Account } from '../wire';
import { CodeForm } from './code-form';
import { proofMessages as messages } from './messages';
import styles from './proof-panel.module.css';
import { useProof } from './use-proof';

interface ProofPanelProps {
  /** The account's address, which the code goes to. */
  email: string;
  /** The address before it, where the code goes while that may object. */
  before?: Account['proof_address'];
  title: string;
  /** Why it is asked. */
  text: string;
  level?: 2 | 3;
  onProved?: () => void;
  /** Where the panel stands in the place of what was pressed: the way back there. It then takes the focus, too. */
  onLeave?: () => void;
}

/** Calmly asks a signed-in client for a code, sends it and takes it in place. */
export function ProofPanel({ email: own, before = null, title, text, level = 2, onProved, onLeave }: ProofPanelProps) {
  const email = before?.email ?? own;
  const { wait, failure, sending, ask, prove, resend, forget } = useProof(email, onProved);
  const headingId = useId();
  const Heading = `h${level}` as const;
  const start = useRef<HTMLButtonElement>(null);
  const inPlace = onLeave !== undefined;
  const leave = () => {
    forget();
    onLeave?.();
  };
  useEffect(() => {
    if (!inPlace) return undefined;
    // After a window that closes at the same moment has given its focus back.
    const timer = setTimeout(() => start.current?.focus());
    return () => clearTimeout(timer);
  }, [inPlace]);
  return (
    <Card as="section" padding="lg" aria-labelledby={headingId}>
      <div className={styles.panel}>
        <span className={styles.sign}>
          <Icon name="lock" size={20} />
        </span>
        <div className={styles.words}>
          <Heading id={headingId} className={styles.title}>
            {title}
          </Heading>
          <p className={styles.text}>{text}</p>
          {before !== null && <p className={styles.text}>{messages.before(before.email, formatInstant(before.until))}</p>}
          {wait === null ? (
            <>
              {failure !== null && (
                <p role="alert" className={styles.failure}>
                  {failure}
                </p>
              )}
              <div className={styles.ways}>
                <Button ref={start} variant="primary" icon="mail" loading={sending} onClick={() => void ask()}>
                  {messages.send}
                </Button>
                {onLeave && <Button onClick={leave}>{messages.notNow}</Button>}
              </div>
            </>
          ) : (
            <CodeForm
              email={email}
              label={title}
              submitLabel={messages.confirm}
              signsIn
              wait={wait}
              onCode={prove}
              onResend={resend}
              leave={onLeave && { label: messages.notNow, onPress: leave }}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
