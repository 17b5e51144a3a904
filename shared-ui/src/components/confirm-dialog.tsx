import * as RadixAlertDialog from '@radix-ui/react-alert-dialog';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Button, buttonClass } from './button';
import styles from './dialog.module.css';
import { useReturnFocus } from './use-return-focus';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and to what. */
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
  loading?: boolean;
}

/** Asks before something that cannot be undone. Focus starts on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, confirmLabel, cancelLabel = 'Cancel', tone = 'danger', onConfirm, loading = false } = props;
  const { remember, giveBack } = useReturnFocus();
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => (next || !loading) && onOpenChange(next)}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles.overlay} />
        <RadixAlertDialog.Content
          className={clsx(styles.window, styles.sm)}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
          <header className={styles.header}>
            <div className={styles.heading}>
              <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
              <RadixAlertDialog.Description asChild>
                <div className={styles.description}>{body}</div>
              </RadixAlertDialog.Description>
            </div>
          </header>
          <footer className={styles.footer}>
            <RadixAlertDialog.Cancel className={buttonClass()}>{cancelLabel}</RadixAlertDialog.Cancel>
            <Button variant={tone} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
