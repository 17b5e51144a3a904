import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { CenteredPage } from '@attune/shared-ui/components/centered-page';
import { Logo } from '@attune/shared-ui/components/logo';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { RecoveryCodes } from '@attune/shared-ui/components/recovery-codes';
import { SecondFactorForm } from '@attune/shared-ui/components/second-factor-form';
import { SecondFactorSetup } from '@attune/shared-ui/components/second-factor-setup';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { usePageTitle, useSession } from '@attune/shared-ui/runtime';
import type { SecondFactorDemand } from '@attune/shared-ui/runtime/host';
import { useEffect, useRef, type ReactNode } from 'react';
import { secondFactorMessages as messages } from './second-factor-messages';
import styles from './second-factor-page.module.css';
import { useSecondFactor } from './use-second-factor';

/** What a sign-in still owes, in place of the page it wanted to open. Once it is given, that page opens by itself. */
export default function SecondFactorPage({ demand }: { demand: SecondFactorDemand }) {
  const { logout } = useSession();
  const { step, submitting, error, ...flow } = useSecondFactor(demand);
  const cancel = () => void logout();

  switch (step.at) {
    case 'code':
      return (
        <Step title={messages.codeTitle} text={messages.codeText}>
          <Card>
            <SecondFactorForm
              takesFocus
              submitLabel={messages.verify}
              cancelLabel={messages.cancel}
              submitting={submitting}
              error={error}
              onVerify={(code) => void flow.verify(code)}
              onCancel={cancel}
            />
          </Card>
          <p className={styles.soft}>{messages.lost}</p>
        </Step>
      );
    case 'preparing':
      return (
        <Step title={messages.setupTitle} text={messages.setupText}>
          <Card>{error === '' ? <Preparing /> : <Failed error={error} retrying={submitting} onRetry={() => void flow.prepare()} onCancel={cancel} />}</Card>
        </Step>
      );
    case 'setup':
      return (
        <Step title={messages.setupTitle} text={messages.setupText}>
          <Card>
            <SecondFactorSetup
              qrSvg={step.qrSvg}
              secret={step.secret}
              submitting={submitting}
              error={error}
              onConfirm={(code) => void flow.confirm(code)}
              onCancel={cancel}
            />
          </Card>
        </Step>
      );
    case 'codes':
      return (
        <Step title={messages.codesTitle}>
          <Card>
            <RecoveryCodes codes={step.codes} doneLabel={messages.continue} onDone={() => void flow.enter()} />
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
  usePageTitle(title);
  const content = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!content.current?.contains(document.activeElement)) head.current?.focus();
  }, [title]);
  return (
    <CenteredPage
      home={
        <span className={styles.home}>
          <Logo />
        </span>
      }
    >
      <div ref={content} className={styles.step}>
        <div ref={head} tabIndex={-1} className={styles.head}>
          <PageHeader title={title} subtitle={text} />
        </div>
        {children}
      </div>
    </CenteredPage>
  );
}

function Preparing() {
  return (
    <SkeletonGroup label={messages.loading}>
      <div className={styles.step}>
        <Skeleton width="70%" />
        <Skeleton width={196} height={196} radius="md" />
        <Skeleton width="50%" height={52} radius="md" />
      </div>
    </SkeletonGroup>
  );
}

interface FailedProps {
  error: string;
  retrying: boolean;
  onRetry: () => void;
  onCancel: () => void;
}

function Failed({ error, retrying, onRetry, onCancel }: FailedProps) {
  return (
    <div className={styles.step}>
      <Banner tone="danger" role="alert">
        {error}
      </Banner>
      <div className={styles.ways}>
        <Button variant="primary" loading={retrying} onClick={onRetry}>
          {messages.tryAgain}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </div>
  );
}
