import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { CenteredPage } from '@attune/shared-ui/components/centered-page';
import { Logo } from '@attune/shared-ui/components/logo';
import { SecondFactorSteps } from '@attune/shared-ui/components/second-factor-steps';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { usePageTitle, useSession } from '@attune/shared-ui/runtime';
import type { SecondFactorDemand } from '@attune/shared-ui/runtime/host';
import { secondFactorMessages as messages } from './second-factor-messages';
import styles from './second-factor-page.module.css';
import { useSecondFactor } from './use-second-factor';

const TITLES = { code: messages.codeTitle, preparing: messages.setupTitle, setup: messages.setupTitle, codes: messages.codesTitle } as const;

/** What a sign-in still owes, in place of the page it wanted to open. Once it is given, that page opens by itself. */
export default function SecondFactorPage({ demand }: { demand: SecondFactorDemand }) {
  const { logout } = useSession();
  const { step, submitting, error, ...flow } = useSecondFactor(demand);
  const cancel = () => void logout();
  usePageTitle(TITLES[step.at]);
  return (
    <CenteredPage
      home={
        <span className={styles.home}>
          <Logo />
        </span>
      }
    >
      <SecondFactorSteps
        step={step}
        words={messages}
        submitting={submitting}
        error={error}
        onVerify={(code) => void flow.verify(code)}
        onConfirm={(code) => void flow.confirm(code)}
        onDone={() => void flow.enter()}
        onCancel={cancel}
        preparing={error === '' ? <Preparing /> : <Failed error={error} retrying={submitting} onRetry={() => void flow.prepare()} onCancel={cancel} />}
        hint={<p className={styles.soft}>{messages.lost}</p>}
      />
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
