import { failureReason } from './job';

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
