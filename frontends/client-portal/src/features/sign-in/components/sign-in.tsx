import { Banner } from '@attune/shared-ui/components/banner';
import { Card } from '@attune/shared-ui/components/card';
import { Spinner } from '@attune/shared-ui/components/spinner';
import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { useState } from 'react';
import { focusField } from '../../../focus-field';
import { type CodeOnItsWay, useKeptStep } from '../../../proof/use-kept-step';
import { signInMessages as messages } from '../messages';
import { useAutoLogin } from '../use-auto-login';
import { useEntering } from '../use-entering';
import { LOGIN_EMAIL_ID } from '../use-login';
import { REGISTRATION_IDS, useRegistration } from '../use-registration';
import { CodeStep } from './code-step';
import styles from './form.module.css';
import { LoginForm } from './login-form';
import { NewCodeOffer } from './new-code-offer';
import { RegisterForm } from './register-form';

interface SignInProps {
  email?: string;
  /** Why one is here again, such as a link that is out of date. */
  notice?: string;
}

const TABS = [
  { value: 'login', label: messages.tabs.login },
  { value: 'register', label: messages.tabs.register },
];

type Step = { at: 'offer' } | { at: 'forms' } | ({ at: 'code' } & CodeOnItsWay) | { at: 'registered' };

/** After a link that is out of date a new code is offered at once, where it is known to whom. */
function firstStep(kept: CodeOnItsWay | null, email: string, notice: string | undefined): Step {
  if (notice !== undefined) return { at: email === '' ? 'forms' : 'offer' };
  return kept === null ? { at: 'forms' } : { at: 'code', ...kept };
}

/** Login and Register side by side, and the code step that may follow. The address is the same throughout. */
export function SignIn({ email: known = '', notice }: SignInProps) {
  const { enter } = useEntering();
  const [tab, setTab] = useState('login');
  const kept = useKeptStep('login');
  const [step, setStep] = useState<Step>(() => firstStep(kept.found, known, notice));
  const toCode = (wait: number) => {
    const sent = { email: emailTyped(), wait };
    kept.keep(sent);
    setStep({ at: 'code', ...sent });
  };
  const registration = useRegistration({ email: known, onRegistered: () => setStep({ at: 'registered' }), onCode: toCode });
  const emailTyped = () => registration.form.values().email.trim();
  const toLogin = () => {
    kept.forget();
    setTab('login');
    setStep({ at: 'forms' });
    focusField(LOGIN_EMAIL_ID);
  };
  const toRegister = () => {
    setTab('register');
    focusField(REGISTRATION_IDS.name);
  };
  useAutoLogin({
    email: step.at === 'registered' ? emailTyped() : null,
    // Nobody there after all (a browser that keeps no cookies): then by hand.
    onEntered: () => void enter().then(toLogin),
    onCode: toCode,
    onFailure: toLogin,
  });

  if (step.at === 'code') {
    return (
      <Card padding="lg">
        <CodeStep email={step.email} wait={step.wait} onSent={kept.keep} onOtherAddress={toLogin} />
      </Card>
    );
  }
  if (step.at === 'offer') {
    return (
      <Card padding="lg">
        <NewCodeOffer email={known} notice={notice ?? ''} onCode={toCode} onOtherAddress={toLogin} />
      </Card>
    );
  }
  if (step.at === 'registered') {
    return (
      <Card padding="lg">
        <div role="status" className={styles.waiting}>
          <Spinner />
          <p>{messages.signingIn}</p>
        </div>
      </Card>
    );
  }
  return (
    <div className={styles.steps}>
      {notice !== undefined && (
        <Banner tone="attention" role="status">
          {notice}
        </Banner>
      )}
      <Card>
        <Tabs label={messages.tabs.label} tabs={TABS} value={tab} onChange={setTab}>
          <TabPanel value="login">
            <LoginForm form={registration.form} onCode={toCode} onRegister={toRegister} />
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm registration={registration} onLogin={toLogin} />
          </TabPanel>
        </Tabs>
      </Card>
    </div>
  );
}
