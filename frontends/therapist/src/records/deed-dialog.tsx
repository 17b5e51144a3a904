import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { UserText } from '@attune/shared-ui/components/user-text';
import { toast } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';

interface DeedDialogProps {
  title: string;
  /** Whose record it is done to: in the words of whoever wrote it. */
  name: string;
  /** What will happen to it. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  done: string;
  failed: (error: unknown) => string;
  run: () => Promise<unknown>;
  /** It is done. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something is done to a record that it names; then says whether it was. */
export function DeedDialog({ title, name, children, confirmLabel, cancelLabel, tone, done, failed, run, onDone, onClose }: DeedDialogProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      toast.success(done);
      onDone?.();
    } catch (error) {
      toast.error(failed(error));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      body={
        <>
          <strong>
            <UserText>{name}</UserText>
          </strong>
          <br />
          {children}
        </>
      }
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone={tone}
      loading={busy}
      onConfirm={() => void confirm()}
    />
  );
}
