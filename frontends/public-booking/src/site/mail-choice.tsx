import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import styles from './mail-choice.module.css';

interface MailChoiceProps {
  words: { title: string; on: string; off: string; stop: string; start: string; started: string; stopped: string; failed: string };
  /** What else whoever decides should know. */
  hint?: string | undefined;
  wanted: boolean;
  /** Changes it: a mutation that takes whether mails are wanted. */
  choice: { isPending: boolean; mutate(wanted: boolean, then: { onSuccess(chosen: { wanted: boolean }): void; onError(error: unknown): void }): void };
}

/** Whether mails are wanted, and the button that changes it: opening the link alone changes nothing. */
export function MailChoice({ words, hint, wanted, choice }: MailChoiceProps) {
  const choose = () =>
    choice.mutate(!wanted, {
      onSuccess: (chosen) => void toast.success(chosen.wanted ? words.started : words.stopped),
      onError: (error) => void toast.error(error instanceof ApiError ? error.detail : words.failed),
    });
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.text} role="status">
        {wanted ? words.on : words.off}
      </p>
      <Button variant={wanted ? 'primary' : 'secondary'} loading={choice.isPending} onClick={choose}>
        {wanted ? words.stop : words.start}
      </Button>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </Card>
  );
}
