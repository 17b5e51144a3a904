import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Field } from '@attune/shared-ui/components/field';
import { OneTimeCodeInput } from '@attune/shared-ui/components/one-time-code-input';
import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import type { FormEvent } from 'react';
import { formPageMessages } from '../messages';
import { useFormCode } from '../use-form-code';
import styles from './code-step.module.css';

const messages = formPageMessages.code;

/** There are answers that this browser does not show, or not any more: a mailed code opens them here. */
export function CodeStep({ token }: { token: string }) {
  const step = useFormCode(token);
  const holder = useStepFocus(step.isSent ? 'sent' : 'asked');
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{step.isSent ? messages.sentTitle : messages.title}</h1>
      <div ref={holder} tabIndex={-1} className={styles.step}>
        <p>{step.isSent ? messages.sent : messages.why}</p>
        {step.failure !== undefined && (
          <Banner tone="danger" role="alert" title={messages.failed}>
            {step.failure}
          </Banner>
        )}
        {step.isSent ? (
          <CodeForm step={step} />
        ) : (
          <Button variant="primary" loading={step.busy === 'sending'} onClick={() => void step.send()}>
            {messages.send}
          </Button>
        )}
      </div>
    </Card>
  );
}

function CodeForm({ step }: { step: ReturnType<typeof useFormCode> }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void step.confirm();
  };
  return (
    <form noValidate className={styles.step} aria-label={messages.sentTitle} onSubmit={submit}>
      <Field label={messages.label} hint={messages.hint} error={step.error}>
        {(aria) => <OneTimeCodeInput {...aria} ref={step.input} name="code" value={step.code} onChange={step.type} />}
      </Field>
      <Button type="submit" variant="primary" loading={step.busy === 'confirming'}>
        {messages.confirm}
      </Button>
      <Button variant="quiet" size="sm" className={styles.again} disabled={step.wait > 0} loading={step.busy === 'sending'} onClick={() => void step.send()}>
        {step.wait > 0 ? messages.resendIn(step.wait) : messages.resend}
      </Button>
    </form>
  );
}
