import { Button } from '@attune/shared-ui/components/button';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { PasswordInput } from '@attune/shared-ui/components/password-input';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { useId } from 'react';
import { accountMessages as messages } from '../messages';
import { usePasswordForm } from '../use-password-form';
import styles from './account.module.css';

/** Changes the own password. */
export function PasswordCard({ username }: { username: string }) {
  const title = useId();
  const form = usePasswordForm();
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.password} />
      <CardBody>
        <form {...form.props} className={styles.form}>
          {/* Tells password managers whose password this is. */}
          <VisuallyHidden>
            <input type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
          </VisuallyHidden>
          <FormNotes form={form} />
          <div className={styles.field}>
            <FormField form={form} name="current_password" label={messages.current}>
              {(control) => <PasswordInput {...control} autoComplete="current-password" />}
            </FormField>
          </div>
          <div className={styles.field}>
            <FormField form={form} name="new_password" label={messages.next} hint={messages.nextHint}>
              {(control) => <PasswordInput {...control} autoComplete="new-password" />}
            </FormField>
          </div>
          <Button type="submit" variant="primary" loading={form.busy}>
            {messages.change}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
