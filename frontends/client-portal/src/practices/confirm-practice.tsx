import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { toast } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { practiceMessages as messages } from './messages';
import { NotYours } from './not-yours';
import { useConfirmPractice } from './practices.api';

interface ConfirmPracticeProps {
  therapistId: string;
  name: string;
  /** Beside others of its kind it says by itself which practice it is about. */
  oneOfMany?: boolean;
  /** Moves focus to where what was confirmed stands now. */
  onConfirmed?: () => void;
}

/**
 * The client says that they go to a practice: what it has of the address is theirs from then on, wherever the address goes; not what somebody typed for
 * them without signing in, which they say of each appointment. Whether the links of whoever
 * booked for them end is theirs to say, for it can be noticed.
 */
export function ConfirmPractice({ therapistId, name, oneOfMany = false, onConfirmed }: ConfirmPracticeProps) {
  const [asking, setAsking] = useState(false);
  const [endLinks, setEndLinks] = useState(false);
  const confirm = useConfirmPractice();
  const ask = () => {
    setEndLinks(false);
    setAsking(true);
  };
  const press = () => {
    const done = () => {
      toast.success(messages.confirmed(name));
      setAsking(false);
    };
    // It stays open, with what was chosen.
    confirm.mutateAsync({ therapistId, endLinks }).then(done, (error: Error) => toast.error(refusalText(error, messages.failed)));
  };
  return (
    <>
      <Button size="sm" onClick={ask} {...(oneOfMany && { 'aria-label': messages.confirmOf(name) })}>
        {messages.confirm}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={messages.title(name)}
        body={messages.body(name)}
        confirmLabel={messages.confirm}
        cancelLabel={messages.notNow}
        tone="primary"
        onConfirm={press}
        loading={confirm.isPending}
        {...(onConfirmed && { focusElsewhere: onConfirmed })}
      >
        <NotYours therapistId={therapistId} />
        <Checkbox checked={endLinks} onChange={({ target }) => setEndLinks(target.checked)} label={messages.endLinks} description={messages.endLinksHint} />
      </ConfirmDialog>
    </>
  );
}
