import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { practiceMailsMessages as messages } from '../messages';
import { useChoosePracticeMails } from '../practice-mails.api';
import styles from './practice-mails-choice.module.css';

interface PracticeMailsChoiceProps {
  token: string;
  practice: string;
  wanted: boolean;
}

/** What holds now, and the button that changes it: opening the link alone changes nothing. */
export function PracticeMailsChoice({ token, practice, wanted }: PracticeMailsChoiceProps) {
  const choice = useChoosePracticeMails(token);
  const choose = () =>
    choice.mutate(!wanted, {
      onSuccess: (chosen) => void toast.success(chosen.wanted ? messages.resumed : messages.ended),
      onError: (error) => void toast.error(error instanceof ApiError ? error.detail : messages.failed),
    });
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{messages.title}</h1>
      <p className={styles.text} role="status">
        {wanted ? messages.on(practice) : messages.off(practice)}
      </p>
      <Button variant={wanted ? 'primary' : 'secondary'} loading={choice.isPending} onClick={choose}>
        {wanted ? messages.end : messages.again}
      </Button>
      <p className={styles.hint}>{messages.endHint}</p>
    </Card>
  );
}
