import { Banner } from '@attune/shared-ui/components/banner';
import { Card } from '@attune/shared-ui/components/card';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { RecoveryCodes } from '@attune/shared-ui/components/recovery-codes';
import { SecondFactorForm } from '@attune/shared-ui/components/second-factor-form';
import { SecondFactorSetup } from '@attune/shared-ui/components/second-factor-setup';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { useSignIn } from '../use-sign-in';
import { CredentialsForm } from './credentials-form';
import { LoginHint } from './login-hint';
import styles from './sign-in.module.css';

interface SignInStepsProps {
  /** The last session ran out. */
  expired: boolean;
  onSignedIn: () => void;
}

const NOTHING_TYPED = { username: '', password: '' };

/** The sign-in: credentials, then the second factor where there is one. */
export function SignInSteps({ expired, onSignedIn }: SignInStepsProps) {
  const [credentials, setCredentials] = useState(NOTHING_TYPED);
  const { step, submitting, error, refuse, ...flow } = useSignIn();
  const done = step.at === 'done';
  useEffect(() => {
    if (done) onSignedIn();
  }, [done, onSignedIn]);

  const restart = () => {
    setCredentials(NOTHING_TYPED);
    void flow.restart();
  };

  switch (step.at) {
    case 'done':
    case 'credentials':
      return (
        <>
          <PageHeader title={messages.title} />
          {expired && error === '' && <Banner role="status">{messages.expired}</Banner>}
          <Card>
            <CredentialsForm
              credentials={credentials}
              onChange={setCredentials}
              onSubmit={(complete) => void flow.signIn(complete)}
              onRefuse={refuse}
              submitting={submitting || done}
              error={error}
            />
          </Card>
          <LoginHint onUse={setCredentials} disabled={submitting || done} />
        </>
      );
    case 'code':
      return (
        <Step key="code" title={messages.codeTitle} text={messages.codeText}>
          <SecondFactorForm
            takesFocus
            submitLabel={messages.submit}
            cancelLabel={messages.restart}
            submitting={submitting}
            error={error}
            onVerify={(code) => void flow.verify(code)}
            onCancel={restart}
          />
        </Step>
      );
    case 'setup':
      return (
        <Step key="setup" title={messages.setupTitle} text={messages.setupText}>
          <SecondFactorSetup
            qrSvg={step.qrSvg}
            secret={step.secret}
            submitting={submitting}
            error={error}
            onConfirm={(code) => void flow.confirm(code)}
            onCancel={restart}
          />
        </Step>
      );
    case 'recovery':
      return (
        <Step key="recovery" title={messages.recoveryTitle}>
          <RecoveryCodes codes={step.codes} doneLabel={messages.continue} onDone={flow.finish} />
        </Step>
      );
  }
}

/** A step after the credentials; its title is where the reader's attention goes. */
function Step({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!head.current?.parentElement?.contains(document.activeElement)) head.current?.focus();
  }, []);
  return (
    <div className={styles.stack}>
      <div ref={head} tabIndex={-1}>
        <PageHeader title={title} subtitle={text} />
      </div>
      <Card>{children}</Card>
    </div>
  );
}
