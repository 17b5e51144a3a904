import { useState } from 'react';
import { Badge } from './badge';
import { Button } from './button';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';
import { SecondFactorForm } from './second-factor-form';
import { SecondFactorSetup } from './second-factor-setup';
import { useStepFocus } from './use-step-focus';

export interface SecondFactorStatus {
  enabled: boolean;
  /** The operator wants everybody of this role to have one: it cannot be turned off. */
  required: boolean;
  recoveryCodesLeft: number;
}

export interface SecondFactorSecret {
  secret: string;
  qrSvg: string;
}

/** Each call rejects with an Error whose message is a sentence for people. */
export interface SecondFactorCalls {
  setUp: () => Promise<SecondFactorSecret>;
  /** Turns it on; resolves to the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>;
  disable: (code: string) => Promise<unknown>;
  /** Resolves to new recovery codes; the earlier ones are void. */
  renewCodes: (code: string) => Promise<readonly string[]>;
}

export interface SecondFactorPanelProps {
  status: SecondFactorStatus;
  calls: SecondFactorCalls;
  /** Something changed: read the status anew. */
  onChanged: () => void;
}

type Step =
  | { at: 'rest' }
  | { at: 'setup'; offered: SecondFactorSecret }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'disable' }
  | { at: 'renew' };

const REST: Step = { at: 'rest' };

/** An account's second factor: whether it is on, turning it on and off, new recovery codes. */
export function SecondFactorPanel(props: SecondFactorPanelProps) {
  const [step, setStep] = useState<Step>(REST);
  const holder = useStepFocus(step.at);
  return (
    <div ref={holder} tabIndex={-1} className={styles.holder}>
      <PanelStep {...props} step={step} onStep={setStep} />
    </div>
  );
}

interface PanelStepProps extends SecondFactorPanelProps {
  step: Step;
  onStep: (step: Step) => void;
}

function PanelStep({ status, calls, onChanged, step, onStep }: PanelStepProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const go = (next: Step) => {
    setError('');
    onStep(next);
  };
  const run = async <Outcome,>(call: Promise<Outcome>, then: (outcome: Outcome) => Step) => {
    setBusy(true);
    try {
      const next = then(await call);
      go(next);
      if (next.at !== 'setup') onChanged();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Something went wrong. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  const showCodes = (codes: readonly string[]): Step => ({ at: 'codes', codes });
  const form = { submitting: busy, error, takesFocus: true, onCancel: () => go(REST) };

  switch (step.at) {
    case 'setup':
      return (
        <SecondFactorSetup
          {...step.offered}
          submitting={busy}
          error={error}
          onConfirm={(code) => void run(calls.confirm(code), showCodes)}
          onCancel={() => go(REST)}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={() => go(REST)} />;
    case 'disable':
      return (
        <div className={styles.panel}>
          <p>Signing in will no longer ask for a code. The recovery codes stop working.</p>
          <SecondFactorForm {...form} submitLabel="Turn off" submitVariant="danger" onVerify={(code) => void run(calls.disable(code), () => REST)} />
        </div>
      );
    case 'renew':
      return (
        <div className={styles.panel}>
          <p>You get ten new recovery codes. The ones you have stop working.</p>
          <SecondFactorForm {...form} submitLabel="Make new codes" onVerify={(code) => void run(calls.renewCodes(code), showCodes)} />
        </div>
      );
    case 'rest':
      return (
        <AtRest
          status={status}
          busy={busy}
          error={error}
          onSetUp={() => void run(calls.setUp(), (offered) => ({ at: 'setup', offered }))}
          onRenew={() => go({ at: 'renew' })}
          onDisable={() => go({ at: 'disable' })}
        />
      );
  }
}

interface AtRestProps {
  status: SecondFactorStatus;
  busy: boolean;
  error: string;
  onSetUp: () => void;
  onRenew: () => void;
  onDisable: () => void;
}

function AtRest({ status, busy, error, onSetUp, onRenew, onDisable }: AtRestProps) {
  const { enabled, required, recoveryCodesLeft: left } = status;
  return (
    <div className={styles.panel}>
      <p className={styles.state}>
        <Badge tone={enabled ? 'positive' : 'neutral'}>{enabled ? 'On' : 'Off'}</Badge>
        {enabled && (
          <span className={styles.soft}>
            {left === 1 ? 'One recovery code left' : `${left} recovery codes left`}
          </span>
        )}
      </p>
      <p className={styles.soft}>
        {enabled ? 'Signing in also asks for a code from an app on your phone.' : 'When it is on, signing in also asks for a code from an app on your phone.'}
        {required && ' It is required here and cannot be turned off.'}
      </p>
      {error && (
        <p role="alert" className={styles.refusal}>
          {error}
        </p>
      )}
      <div className={styles.actions}>
        {!enabled && (
          <Button variant="primary" loading={busy} onClick={onSetUp}>
            Set up
          </Button>
        )}
        {enabled && <Button onClick={onRenew}>New recovery codes</Button>}
        {enabled && !required && (
          <Button variant="quiet" onClick={onDisable}>
            Turn off
          </Button>
        )}
      </div>
    </div>
  );
}
