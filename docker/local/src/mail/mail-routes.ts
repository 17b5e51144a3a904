import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameOrigin, redirect, sendJson, sendPage, sendText, type RequestHandler } from '../http/answers';
import { BODY_POLICY, INBOX_POLICY, inboxPage, mailBody, mailPage } from './inbox-pages';
import type { CaughtMail, Mailbox } from './mailbox';

/** `/dev/mail`: the inbox for people, and the same as JSON for tests. */
export function mailRoutes(mailbox: Mailbox): RequestHandler {
  return (request, response, url) => {
    const [, , , part = '', id = '', index = ''] = url.pathname.split('/');
    const to = url.searchParams.get('to') ?? undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) return change(mailbox, request, response, part, id);
    if (part === '') return sendPage(response, 200, inboxPage(mailbox.list(to), to), INBOX_POLICY);
    if (part === 'messages' && id === '') return sendJson(response, 200, mailbox.list(to));
    const mail = mailbox.find(id);
    if (mail === undefined) return sendText(response, 404, 'There is no such mail.');
    if (part === 'messages') return sendJson(response, 200, mail);
    if (part === 'view') return sendPage(response, 200, mailPage(mail), INBOX_POLICY);
    if (part === 'body') return sendPage(response, 200, mailBody(mail), BODY_POLICY);
    if (part === 'attachment') return sendAttachment(response, mail, Number(index));
    return sendText(response, 404, 'Not found');
  };
}

function change(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse, part: string, id: string): void {
  const isClear =
    (request.method === 'DELETE' && part === 'messages' && id === '') || (request.method === 'POST' && part === 'clear');
  if (!isClear) return sendText(response, 404, 'Not found');
  if (!isSameOrigin(request)) return sendText(response, 403, 'Only the inbox itself may delete mail.');
  mailbox.clear();
  if (request.method === 'POST') return redirect(response, '/dev/mail', 303);
  return sendJson(response, 200, { status: 'deleted' });
}

function sendAttachment(response: ServerResponse, mail: CaughtMail, index: number): void {
  const file = mail.attachments[index];
  if (file === undefined) return sendText(response, 404, 'There is no such file.');
  const name = file.filename.replace(/[^\w.-]/g, '_') || 'part.txt';
  sendText(response, 200, file.text, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  });
}
