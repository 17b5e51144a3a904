import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { useRef } from 'react';
import { editorMessages as messages } from '../messages';

interface LeaveDialogProps {
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks what becomes of a text that is not saved. The focus starts where nothing is lost. */
export function LeaveDialog({ onStay, onKeep, onDiscard }: LeaveDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="sm"
      title={messages.leaveTitle}
      description={messages.leaveText}
      initialFocus={safe}
      onOpenChange={(open) => !open && onStay()}
      footer={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            {messages.discard}
          </Button>
          <Button onClick={onStay}>{messages.stay}</Button>
          <Button ref={safe} variant="primary" onClick={onKeep}>
            {messages.keepDraft}
          </Button>
        </>
      }
    />
  );
}
