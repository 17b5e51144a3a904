import { MailAddress } from './mailer';

/** Where links lead and who sends: the installation, never the request that caused the mail. */
export interface MailOrigin {
  publicUrl: string;
  sender: MailAddress;
}

/** The domain part of ids in mail and calendar; a machine without a name of its own uses a fixed one. */
export function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'attune.local';
}
