import { MailChoice } from '../../../site/mail-choice';
import { reminderMessages as messages } from '../messages';
import { useChoose } from '../reminders.api';

/** Whether reminders come. */
export function ReminderChoice({ token, wanted }: { token: string; wanted: boolean }) {
  return <MailChoice words={messages} hint={wanted ? messages.stopHint : undefined} wanted={wanted} choice={useChoose(token)} />;
}
