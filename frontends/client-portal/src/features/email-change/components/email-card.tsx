import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { formatInstant } from '@attune/shared-ui/format';
import { FormField, useField } from '@attune/shared-ui/forms';
import { focusField } from '../../../focus-field';
import { CodeForm } from '../../../proof/code-form';
import { ProofPanel } from '../../../proof/proof-panel';
import type { Account } from '../../../wire';
import { emailMessages as messages } from '../messages';
import { CHANGE_ID, NEW_EMAIL_ID, useEmailChange } from '../use-email-change';
import { PracticeChoice } from './practice-choice';
import styles from './email-card.module.css';

const OTHERS_ERROR = 'others-error';

/** The account's address and the way to another one. */
export function EmailCard({ account }: { account: Account }) {
  const change = useEmailChange(account);
  const { step, gate } = change;
  const pending = account.pending_address_change;
  if (gate.asking) {
    return <ProofPanel level={3} email={account.email} before={account.proof_address} title={messages.proofTitle} text={messages.proofText} onProved={gate.proved} onLeave={gate.leave} />;
  }
  return (
    <Card>
      <div className={styles.stack}>
        {pending !== null && (
          <Banner tone="info" title={messages.pendingTitle}>
            <p className={styles.address}>{messages.pending(pending.old_email, pending.new_email, formatInstant(pending.object_until))}</p>
          </Banner>
        )}
        <p>
          {messages.current}: <strong className={styles.address}>{account.email}</strong>
        </p>
        {step.at === 'rest' && (
          <Button id={CHANGE_ID} icon="mail" className={styles.start} onClick={change.begin}>
            {messages.change}
          </Button>
        )}
        {step.at === 'rest' && <PracticeChoice title={messages.leftTitle} text={messages.leftText} practices={change.left} onConfirmed={() => focusField(CHANGE_ID)} />}
        {step.at === 'address' && <NewAddress account={account} change={change} />}
        {step.at === 'code' && (
          <CodeForm
            email={step.email}
            label={messages.codeLabel}
            submitLabel={messages.confirm}
            signsIn={false}
            wait={step.wait}
            onCode={change.confirm}
            onResend={() => change.resend(step.email)}
            leave={{ label: messages.leave, onPress: change.leave }}
          />
        )}
      </div>
    </Card>
  );
}

function NewAddress({ account, change: { form, staying, leave } }: { account: Account; change: ReturnType<typeof useEmailChange> }) {
  const until = account.proof_address?.until ?? account.pending_address_change?.object_until;
  const others = useField(form, 'others');
  return (
    <form {...form.props} aria-label={messages.change} className={styles.stack}>
      <FormField form={form} name="email" id={NEW_EMAIL_ID} label={messages.newAddress} hint={messages.newHint}>
        {(control) => <TextInput {...control} type="email" name="email" autoComplete="email" dir="ltr" />}
      </FormField>
      <PracticeChoice
        title={messages.practicesTitle(account.email)}
        text={until === undefined ? messages.practicesText : messages.practicesWait(formatInstant(until))}
        practices={staying}
        onConfirmed={() => focusField(NEW_EMAIL_ID)}
      />
      {staying.length > 0 && (
        <Checkbox
          data-field="others"
          checked={others.control.value}
          onChange={({ target }) => others.control.onChange(target.checked)}
          label={messages.others}
          aria-invalid={others.error !== undefined}
          aria-describedby={OTHERS_ERROR}
        />
      )}
      {others.error !== undefined && (
        <p id={OTHERS_ERROR} role="alert" className={styles.error}>
          {others.error}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={form.busy}>
          {messages.sendCode}
        </Button>
        <Button onClick={leave}>{messages.leave}</Button>
      </div>
    </form>
  );
}
