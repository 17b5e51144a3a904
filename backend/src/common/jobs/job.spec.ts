import { failureReason, pickQueues, QUEUE_NAMES } from './job';

describe('failureReason', () => {
  it('keeps one line and no address', () => {
    expect(failureReason(new Error('550 <kim.o+x@example.org>:\r\n no such user kim@b.example'))).toBe(
      '550 <[address]>: no such user [address]',
    );
    expect(failureReason(new Error('Key (email)=(kim@example.org) already exists'))).toBe(
      'Key (email)=([address]) already exists',
    );
  });

  it('is short, and never empty', () => {
    expect(failureReason(new Error('x'.repeat(1000)))).toHaveLength(300);
    expect(failureReason(new Error(''))).toBe('Error');
    expect(failureReason('')).toBe('Unknown error');
  });
});

describe('pickQueues', () => {
  it('takes all when nothing is picked', () => {
    expect(pickQueues(undefined)).toEqual(QUEUE_NAMES);
    expect(pickQueues([])).toEqual(QUEUE_NAMES);
  });

  it('takes what is picked, once', () => {
    expect(pickQueues(['maintenance', 'mail', 'mail'])).toEqual(['mail', 'maintenance']);
  });

  it('refuses unknown names and says which are known', () => {
    expect(() => pickQueues(['mail', 'mails', 'x'])).toThrow(
      'ACTIVE_QUEUES names unknown queues: mails, x. Known: mail, note-files',
    );
  });
});
