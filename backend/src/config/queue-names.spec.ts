import { pickQueues, QUEUE_NAMES, unknownQueues } from './queue-names';

describe('pickQueues', () => {
  it('takes all when nothing is picked', () => {
    expect(pickQueues(undefined)).toEqual(QUEUE_NAMES);
    expect(pickQueues(' ,')).toEqual(QUEUE_NAMES);
  });

  it('takes what is picked, once', () => {
    expect(pickQueues('maintenance, mail,mail')).toEqual(['mail', 'maintenance']);
  });

  it('leaves out unknown names, which the environment refuses', () => {
    expect(unknownQueues('mail, mails,x')).toEqual(['mails', 'x']);
    expect(unknownQueues('mail,maintenance')).toEqual([]);
  });
});
