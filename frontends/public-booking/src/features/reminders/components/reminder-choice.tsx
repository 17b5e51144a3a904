import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { reminderMessages as messages } from '../messages';
import { useChoose } from '../reminders.api';
import styles from './reminder-choice.module.css';

/** What holds now, and the button that changes it: opening the link alone changes nothing. */
export function ReminderChoice({ token, wanted }: { token: string; wanted: boolean }) {
  const choice = useChoose(token);
  const choose = () =>
    choice.mutate(!wanted, {
      onSuccess: (chosen) => void toast.success(chosen.wanted ? messages.started : messages.stopped),
      onError: (error) => void toast.error(error instanceof ApiError ? error.detail : messages.failed),
    });
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{messages.title}</h1>
      <p className={styles.text} role="status">
        {wanted ? messages.on : messages.off}
      </p>
      <Button variant={wanted ? 'primary' : 'secondary'} loading={choice.isPending} onClick={choose}>
        {wanted ? messages.stop : messages.start}
      </Button>
      {wanted && <p className={styles.hint}>{messages.stopHint}</p>}
    </Card>
  );
}
