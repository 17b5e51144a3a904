import { useEffect, type ReactNode } from 'react';
import styles from './booking-sheet.module.css';

interface BookingSheetProps {
  labelledBy: string;
  /** Id of what takes the focus when the sheet is gone. */
  returnFocusTo: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The panel on a phone: rises over the page. The page beneath is made inert by its owner, so that the notifications, which
 * live outside of it, stay within reach and are read out.
 */
export function BookingSheet({ labelledBy, returnFocusTo, onClose, children }: BookingSheetProps) {
  useEffect(() => {
    document.getElementById(labelledBy)?.focus({ preventScroll: true });
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = overflow;
      document.getElementById(returnFocusTo)?.focus({ preventScroll: true });
    };
  }, [labelledBy, returnFocusTo]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <div className={styles.backdrop}>
      <div role="dialog" aria-labelledby={labelledBy} className={styles.sheet}>
        {children}
      </div>
    </div>
  );
}
