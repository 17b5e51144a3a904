import { useLinkToken, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { ReminderChoice } from '../features/reminders/components/reminder-choice';
import { reminderMessages as messages } from '../features/reminders/messages';
import { choiceQuery } from '../features/reminders/reminders.api';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import { BehindALink, InvalidLink } from './sections/behind-a-link';

/** `/reminders#token`: stop reminders, or have them again. The token stays in the fragment, which no server ever sees. */
export default function RemindersPage() {
  usePageTitle(messages.title);
  const { token } = useLinkToken();
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink words={messages} /> : <Choice key={token} token={token} />}</PublicMain>
    </>
  );
}

function Choice({ token }: { token: string }) {
  return (
    <BehindALink query={useQuery(choiceQuery(token))} words={messages} height={180}>
      {({ wanted }) => <ReminderChoice token={token} wanted={wanted} />}
    </BehindALink>
  );
}
