import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { oneLine } from '../../../integrations/mail/mail-header';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import type { UnsentFormCode } from './answer.repository';

const SUBJECT = 'Your code for a form';
const LASTS = 'It works for 10 minutes, in the browser that asked for it.';
const NOT_YOU = 'If you did not ask for it, somebody else has the link to your form. Without the code they do not see your answers.';
const FOOTER = 'Sent by Attune because a form for you was opened in another browser.';

/** Its text holds no other six digits in a row. */
export function formCodeMail(unsent: UnsentFormCode, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: ['Hello,'] },
    { kind: 'sentence', runs: ['Here is the code to go on with the form for ', { name: oneLine(unsent.therapist_name) }, '.'] },
    { kind: 'facts', rows: [{ label: 'Code', lines: [unsent.code] }] },
    { kind: 'sentence', runs: [LASTS] },
    { kind: 'sentence', runs: [NOT_YOU] },
    { kind: 'small', text: FOOTER },
  ];
  const document: MailDocument = { title: SUBJECT, blocks };
  return {
    messageId: `<${unsent.id}.code@${mailHost(publicUrl)}>`,
    to: { address: unsent.client_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}
