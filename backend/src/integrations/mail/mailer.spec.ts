import { Refused } from '../../common/jobs/job';
import { MailAddress, Mailer, OutgoingMail } from './mailer';

class CountingMailer extends Mailer {
  readonly sender: MailAddress = { address: 'practice@example.org' };
  readonly sent: string[] = [];

  send({ to }: OutgoingMail): Promise<void> {
    this.sent.push(to.address);
    return Promise.resolve();
  }
}

it('bothers no mail server with somebody who has no address, and says so at once', async () => {
  const mailer = new CountingMailer();
  const to = (address: string): OutgoingMail => ({ messageId: '<1@example.org>', to: { address }, subject: 'News', text: 'News', html: '<p>News</p>' });
  await expect(mailer.deliver(to('01981111-1111-7111-8111-111111111111@no-address.invalid'))).rejects.toThrow(Refused);
  await mailer.deliver(to('somebody@example.org'));
  expect(mailer.sent).toEqual(['somebody@example.org']);
});
