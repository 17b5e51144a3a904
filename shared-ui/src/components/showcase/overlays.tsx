import { useState } from 'react';
import { Button } from '../button';
import { ConfirmDialog } from '../confirm-dialog';
import { Dialog } from '../dialog';
import { Field } from '../field';
import { TextInput } from '../text-input';
import { Section } from './section';

/** Windows above the page. */
export function Overlays() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Windows" layout="row">
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Cancel an appointment
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Book Again"
        description="Individual session with Dr. Amélie Okonkwo-Reyes."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Confirm Booking
            </Button>
          </>
        }
      >
        <Field label="Full name">{(aria) => <TextInput {...aria} />}</Field>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel appointment"
        body="Cancel this appointment? The client will be told."
        confirmLabel="Cancel appointment"
        cancelLabel="Keep it"
        onConfirm={() => setAsking(false)}
      />
    </Section>
  );
}
