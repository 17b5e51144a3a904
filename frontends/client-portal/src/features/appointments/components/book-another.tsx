import { Button } from '@attune/shared-ui/components/button';
import { toast } from '@attune/shared-ui/runtime';
import { type ComponentType, useState } from 'react';
import { appointmentMessages as messages } from '../messages';

type BookDialog = ComponentType<{ onClose: () => void }>;

/** The button to another session. Its window is fetched when it is pressed; one that cannot be fetched says so. */
export function BookAnother() {
  const [Dialog, setDialog] = useState<BookDialog | null>(null);
  const open = async () => {
    try {
      const { default: fetched } = await import('./book-dialog');
      setDialog(() => fetched);
    } catch {
      toast.error(messages.notOpened);
    }
  };
  return (
    <>
      <Button variant="primary" icon="calendar" onClick={() => void open()}>
        {messages.bookAnother}
      </Button>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  );
}
