import * as RadixDialog from '@radix-ui/react-dialog';
import clsx from 'clsx';
import type { ReactNode, RefObject } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';
import { useReturnFocus } from './use-return-focus';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** `false`: neither Escape, nor a press outside, nor a cross closes it. */
  dismissible?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal window; under 640 px a sheet that rises from the bottom edge. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'md', dismissible = true, initialFocus } = props;
  const { remember, giveBack } = useReturnFocus();
  const keepOpen = (event: Event) => {
    if (!dismissible) event.preventDefault();
  };
  const focusFirst = (event: Event) => {
    remember();
    if (!initialFocus?.current) return;
    event.preventDefault();
    initialFocus.current.focus();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.overlay} />
        <RadixDialog.Content
          className={clsx(styles.window, styles[size])}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.header}>
            <div className={styles.heading}>
              <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description asChild>
                  <div className={styles.description}>{description}</div>
                </RadixDialog.Description>
              )}
            </div>
          </header>
          {children && <div className={styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {/* Last, so that focus starts on the content. */}
          {dismissible && <IconButton icon="close" label="Close" className={styles.close} onClick={() => onOpenChange(false)} />}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
