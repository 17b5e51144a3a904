import { Banner } from '@attune/shared-ui/components/banner';
import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { calendarStatusQuery } from '../../../notices.api';
import { frameMessages } from '../messages';
import styles from './calendar-notice.module.css';
import { GuardedLink, type LeaveGuard } from './guarded-link';

const { calendar: messages } = frameMessages;

/** Since when the trouble lasts that was made small: another one is told in full again. Until the page is loaded anew. */
let folded: string | undefined;

/**
 * Says on every page that the therapist's calendar is out of step, until it is not any more: people book over what stands there. It can be made
 * small, never put away.
 */
export function CalendarNotice({ guard }: { guard?: LeaveGuard }) {
  const { data: status } = useQuery(calendarStatusQuery());
  const [, setFolded] = useState(folded);
  if (status?.state !== 'needs_reconnect') return null;
  const trouble = `${status.reason} ${status.last_connected}`;
  const isAboutTarget = status.reason === 'target_gone';
  const title = isAboutTarget ? messages.noTarget : messages.title;
  const link = { ...(guard ?? NO_GUARD), to: '/dashboard?tab=calendar' };
  if (folded === trouble) {
    return (
      <p className={styles.small}>
        <Icon name="alert" size={16} />
        <GuardedLink {...link} className={styles.link}>
          {title}
        </GuardedLink>
      </p>
    );
  }
  const fold = () => {
    folded = trouble;
    setFolded(trouble);
    // What was pressed goes with the words.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.notice}>
      <Banner
        tone="danger"
        role="status"
        title={title}
        action={
          <GuardedLink {...link} className={buttonClass({ size: 'sm' })}>
            {messages.open}
          </GuardedLink>
        }
        onDismiss={fold}
        dismissLabel={messages.fold}
      >
        {isAboutTarget ? messages.noTargetText : messages.text}
        {status.missing_appointments > 0 && ` ${messages.missing(status.missing_appointments)}`}
      </Banner>
    </div>
  );
}

const NO_GUARD: LeaveGuard = { unsaved: false, title: '', body: '' };

/** Asks early how the calendar is, so that the page does not move when the answer is there. */
export function useCalendarWatch(): void {
  useQuery(calendarStatusQuery());
}
