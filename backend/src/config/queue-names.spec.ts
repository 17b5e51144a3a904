import { pickQueues, QUEUE_NAMES } from './queue-names';

describe('pickQueues', () => {
  it('takes all when nothing is picked', () => {
    expect(pickQueues(undefined)).toEqual(QUEUE_NAMES);
    expect(pickQueues(' ,')).toEqual(QUEUE_NAMES);
  });

  it('takes what is picked, once', () => {
    expect(pickQueues('maintenance, mail,mail')).toEqual(['mail', 'maintenance']);
  });

  it('refuses unknown names and says which are known', () => {
    expect(() => pickQueues('mail,mails,x')).toThrow('ACTIVE_QUEUES names unknown queues: mails, x. Known: mail, note-files');
  });
});
