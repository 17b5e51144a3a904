import { Banner } from '@attune/shared-ui/components/banner';
import { Card } from '@attune/shared-ui/components/card';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { SecondFactorSteps } from '@attune/shared-ui/components/second-factor-steps';
import { useEffect, useState } from 'react';
import { messages } from '../messages';
import { useSignIn } from '../use-sign-in';
import { CredentialsForm } from './credentials-form';
import { LoginHint } from './login-hint';

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
    default:
      return (
        <SecondFactorSteps
          step={step}
          words={messages}
          submitting={submitting}
          error={error}
          onVerify={(code) => void flow.verify(code)}
          onConfirm={(code) => void flow.confirm(code)}
          onDone={flow.finish}
          onCancel={restart}
        />
      );
  }
}
