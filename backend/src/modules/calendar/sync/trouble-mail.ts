import { mailOf } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import type { TroubleReason } from '../calendar.entity';
import * as messages from '../messages';

/** Tells a therapist that the calendar is out of step, and what helps. No account, calendar or appointment is named. */
export function troubleMail(told: { id: string; reason: TroubleReason; address: string }, publicUrl: string): OutgoingMail {
  return mailOf(
    {
      title: messages.TROUBLE_SUBJECT,
      blocks: [
        { kind: 'sentence', runs: [messages.GREETING] },
        { kind: 'sentence', runs: [messages.TROUBLE[told.reason]] },
        { kind: 'sentence', runs: [messages.TROUBLE_MEANWHILE] },
        { kind: 'link', label: messages.TROUBLE_LINK, url: `${publicUrl}/dashboard?tab=calendar`, strong: true },
        { kind: 'small', text: messages.TROUBLE_FOOTER },
      ],
    },
    { messageId: `<calendar.${told.id}@${mailHost(publicUrl)}>`, to: { address: told.address } },
  );
}
