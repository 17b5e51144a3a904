import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { useRef } from 'react';
import { writingMessages as messages } from './messages';

interface LeaveDialogProps {
  /** What becomes of the text. */
  text: string;
  keepLabel: string;
  /** What is kept can be lost with this tab: it is better to go on. */
  preferStaying?: boolean;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks what becomes of a text that is not saved. The focus starts where nothing is lost. */
export function LeaveDialog({ text, keepLabel, preferStaying = false, onStay, onKeep, onDiscard }: LeaveDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const stay = { label: messages.stay, onClick: onStay };
  const keep = { label: keepLabel, onClick: onKeep };
  const [second, first] = preferStaying ? [keep, stay] : [stay, keep];
  return (
    <Dialog
      open
      size="sm"
      title={messages.leaveTitle}
      description={text}
      initialFocus={safe}
      onOpenChange={(open) => !open && onStay()}
      footer={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            {messages.discard}
          </Button>
          <Button onClick={second.onClick}>{second.label}</Button>
          <Button ref={safe} variant="primary" onClick={first.onClick}>
            {first.label}
          </Button>
        </>
      }
    />
  );
}
