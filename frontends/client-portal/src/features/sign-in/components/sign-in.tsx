import { Banner } from '@attune/shared-ui/components/banner';
import { Card } from '@attune/shared-ui/components/card';
import { Spinner } from '@attune/shared-ui/components/spinner';
import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { useState } from 'react';
import { focusField } from '../../../focus-field';
import { signInMessages as messages } from '../messages';
import { useAutoLogin } from '../use-auto-login';
import { useEntering } from '../use-entering';
import { LOGIN_EMAIL_ID } from '../use-login';
import { REGISTRATION_IDS, useRegistration } from '../use-registration';
import { CodeStep } from './code-step';
import styles from './form.module.css';
import { LoginForm } from './login-form';
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

type Step = { at: 'forms' } | { at: 'code'; wait: number } | { at: 'registered' };

/** Login and Register side by side, and the code step that may follow. The address is the same throughout. */
export function SignIn({ email: known = '', notice }: SignInProps) {
  const { enter } = useEntering();
  const [tab, setTab] = useState('login');
  const [step, setStep] = useState<Step>({ at: 'forms' });
  const toCode = (wait: number) => setStep({ at: 'code', wait });
  const registration = useRegistration({ email: known, onRegistered: () => setStep({ at: 'registered' }), onCode: toCode });
  const emailTyped = () => registration.form.values().email.trim();
  const toLogin = () => {
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
        <CodeStep email={emailTyped()} wait={step.wait} onOtherAddress={toLogin} />
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
