import { useState } from 'react';
import { TabPanel, Tabs } from '@attune/shared-ui/components/Tabs';
import { messages } from '../messages';
import { LoginForm } from './login-form';
import { RegisterForm } from './register-form';

const tabs = [
  { value: 'login', label: messages.tabs.login },
  { value: 'register', label: messages.tabs.register },
];

/** Login and Register side by side. */
export function SignInTabs() {
  const [open, setOpen] = useState('login');
  return (
    <Tabs label={messages.tabs.label} tabs={tabs} value={open} onChange={setOpen}>
      <TabPanel value="login">
        <LoginForm />
      </TabPanel>
      <TabPanel value="register">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  );
}
