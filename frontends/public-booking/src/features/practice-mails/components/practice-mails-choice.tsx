import { MailChoice } from '../../../site/mail-choice';
import { practiceMailsMessages as messages } from '../messages';
import { useChoosePracticeMails } from '../practice-mails.api';

interface PracticeMailsChoiceProps {
  token: string;
  practice: string;
  wanted: boolean;
}

/** Whether a practice sends mail to the address of the link. */
export function PracticeMailsChoice({ token, practice, wanted }: PracticeMailsChoiceProps) {
  const words = { ...messages, on: messages.on(practice), off: messages.off(practice) };
  return <MailChoice words={words} hint={messages.stopHint} wanted={wanted} choice={useChoosePracticeMails(token)} />;
}
