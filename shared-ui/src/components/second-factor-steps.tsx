import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from './banner';
import { Card } from './card';
import { PageHeader } from './page-header';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorForm } from './second-factor-form';
import type { SecondFactorSecret } from './second-factor-panel';
import { SecondFactorSetup } from './second-factor-setup';
import styles from './second-factor.module.css';

/** Where the second half of a sign-in is: a code is asked for, or the app is set up first, which ends with recovery codes. */
export type SecondFactorStep = { at: 'code' } | { at: 'preparing' } | ({ at: 'setup' } & SecondFactorSecret) | { at: 'codes'; codes: readonly string[] };

export interface SecondFactorWords {
  codeTitle: string;
  codeText: string;
  setupTitle: string;
  setupText: string;
  codesTitle: string;
  verify: string;
  cancel: string;
  continue: string;
}

export interface SecondFactorStepsProps {
  step: SecondFactorStep;
  words: SecondFactorWords;
  submitting: boolean;
  /** Why the last try was refused; empty where nothing was. */
  error: string;
  /** The app's six digits, or a recovery code. */
  onVerify: (code: string) => void;
  /** The six digits that turn it on. */
  onConfirm: (code: string) => void;
  /** The recovery codes are kept somewhere. */
  onDone: () => void;
  onCancel: () => void;
  /** What stands in the card until there is a secret to set up with. */
  preparing?: ReactNode;
  /** Under the card that asks for the code. */
  hint?: ReactNode;
}

/** What a sign-in still owes, one step in place of the other. The page around it is the caller's. */
export function SecondFactorSteps({ step, words, submitting, error, onVerify, onConfirm, onDone, onCancel, preparing, hint }: SecondFactorStepsProps) {
  switch (step.at) {
    case 'code':
      return (
        <Step title={words.codeTitle} text={words.codeText}>
          <Card>
            <SecondFactorForm
              takesFocus
              submitLabel={words.verify}
              cancelLabel={words.cancel}
              submitting={submitting}
              error={error}
              onVerify={onVerify}
              onCancel={onCancel}
            />
          </Card>
          {hint}
        </Step>
      );
    case 'preparing':
    case 'setup':
      return (
        <Step title={words.setupTitle} text={words.setupText}>
          <Card>
            {step.at === 'preparing' ? (
              preparing
            ) : (
              <SecondFactorSetup qrSvg={step.qrSvg} secret={step.secret} submitting={submitting} error={error} onConfirm={onConfirm} onCancel={onCancel} />
            )}
          </Card>
        </Step>
      );
    case 'codes':
      return (
        <Step title={words.codesTitle}>
          <Card>
            <RecoveryCodes codes={step.codes} doneLabel={words.continue} onDone={onDone} />
          </Card>
          {error !== '' && (
            <Banner tone="danger" role="alert">
              {error}
            </Banner>
          )}
        </Step>
      );
  }
}

/** A step's title is where the reader's attention goes, unless a field of the step has taken it. */
function Step({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!content.current?.contains(document.activeElement)) head.current?.focus();
  }, [title]);
  return (
    <div ref={content} className={styles.signIn}>
      <div ref={head} tabIndex={-1}>
        <PageHeader title={title} subtitle={text} />
      </div>
      {children}
    </div>
  );
}
