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
  /** What else can be chosen with it. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
  loading?: boolean;
  /** Moves focus once the window has closed, where what it was opened with is gone. */
  focusElsewhere?: () => void;
}

/** Asks before something that cannot be undone. Focus starts on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, children, confirmLabel, cancelLabel = 'Cancel', tone = 'danger', onConfirm, loading = false, focusElsewhere } = props;
  const { remember, giveBack } = useReturnFocus(focusElsewhere);
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
          {children && <div className={styles.body}>{children}</div>}
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
