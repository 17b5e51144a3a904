import { useStepFocus } from '@attune/shared-ui/components/use-step-focus';
import clsx from 'clsx';
import { meetingMessages as messages } from '../messages';
import { useSetup } from '../use-setup';
import { ConsentStep } from './consent-step';
import { OpenConsents } from './open-consents';
import panel from './meeting-panel.module.css';
import styles from './meeting-setup.module.css';
import { SetupForm } from './setup-form';

/** From the configuration to both consents. */
export function MeetingSetup({ onStarted }: { onStarted: (sessionId: string) => void }) {
  const { asked, keep } = useSetup();
  const holder = useStepFocus(asked?.consentId ?? '');
  return (
    <div ref={holder} tabIndex={-1} className={panel.stack}>
      {asked === undefined ? (
        <>
          <SetupSteps at={0} />
          <OpenConsents onGoOn={keep} />
          <SetupForm onAsked={keep} />
        </>
      ) : (
        <ConsentStep key={asked.consentId} asked={asked} onReset={() => keep(undefined)} onChange={keep} onStarted={onStarted} />
      )}
    </div>
  );
}

/** The three steps, and which of them it is at. */
export function SetupSteps({ at }: { at: number }) {
  return (
    <ol className={styles.steps} aria-label={messages.stepsLabel}>
      {messages.steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} className={clsx(styles.step, index === at && styles.at)}>
          <span className={styles.figure}>{index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
