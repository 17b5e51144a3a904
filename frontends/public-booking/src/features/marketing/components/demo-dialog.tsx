import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { useSession } from '@attune/shared-ui/runtime';
import { useEffect } from 'react';
import { landingMessages as messages } from '../messages';

interface DemoDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Says that the demo is still to come. It has its own 'Close', so it needs no cross; Escape closes it too. */
export default function DemoDialog({ open, onOpenChange }: DemoDialogProps) {
  const { startTherapistSignIn } = useSession();
  useEffect(() => {
    if (!open) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onOpenChange(false);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open, onOpenChange]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      dismissible={false}
      title={messages.demoTitle}
      description={messages.demoText}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{messages.close}</Button>
          <Button variant="primary" onClick={() => startTherapistSignIn()}>
            {messages.signUp}
          </Button>
        </>
      }
    />
  );
}
