import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { Field } from '@attune/shared-ui/components/field';
import { PasswordInput } from '@attune/shared-ui/components/password-input';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { useId } from 'react';
import { accountMessages as messages } from '../messages';
import { usePasswordForm } from '../use-password-form';
import styles from './account.module.css';

/** Changes the own password. */
export function PasswordCard({ username }: { username: string }) {
  const title = useId();
  const { typed, problems, refusal, saving, currentInput, nextInput, change, submit } = usePasswordForm();
  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader id={title} title={messages.password} />
      <CardBody>
        <form noValidate className={styles.form} onSubmit={submit}>
          {/* Tells password managers whose password this is. */}
          <VisuallyHidden>
            <input type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
          </VisuallyHidden>
          {refusal !== '' && (
            <Banner tone="danger" role="alert">
              {refusal}
            </Banner>
          )}
          <div className={styles.field}>
            <Field label={messages.current} error={problems.current_password}>
              {(aria) => (
                <PasswordInput
                  {...aria}
                  ref={currentInput}
                  autoComplete="current-password"
                  value={typed.current_password}
                  onChange={(event) => change({ current_password: event.target.value })}
                />
              )}
            </Field>
          </div>
          <div className={styles.field}>
            <Field label={messages.next} hint={messages.nextHint} error={problems.new_password}>
              {(aria) => (
                <PasswordInput
                  {...aria}
                  ref={nextInput}
                  autoComplete="new-password"
                  value={typed.new_password}
                  onChange={(event) => change({ new_password: event.target.value })}
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="primary" loading={saving}>
            {messages.change}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
