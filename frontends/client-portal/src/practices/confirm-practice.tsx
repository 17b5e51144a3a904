import { Button } from '@attune/shared-ui/components/button';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { practiceMessages as messages } from './messages';
import { useConfirmPractice } from './practices.api';

interface ConfirmPracticeProps {
  therapistId: string;
  name: string;
  /** Beside others of its kind it says by itself which practice it is about. */
  oneOfMany?: boolean;
  onConfirmed?: () => void;
}

/** The client says that they go to a practice: what it has of the address is theirs from then on, wherever the address goes. */
export function ConfirmPractice({ therapistId, name, oneOfMany = false, onConfirmed }: ConfirmPracticeProps) {
  const confirm = useConfirmPractice();
  const press = () => {
    const done = () => {
      toast.success(messages.confirmed(name));
      onConfirmed?.();
    };
    confirm.mutateAsync(therapistId).then(done, (error: Error) => toast.error(refusalText(error, messages.failed)));
  };
  return (
    <Button size="sm" loading={confirm.isPending} onClick={press} {...(oneOfMany && { 'aria-label': messages.confirmOf(name) })}>
      {messages.confirm}
    </Button>
  );
}
