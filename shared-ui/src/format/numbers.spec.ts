import { formatBytes, formatDuration, formatElapsed, formatKilobytes, formatNumber, formatPrice } from './numbers';

describe('formatPrice', () => {
  it.each([
    [0, '$0'],
    [140, '$140'],
    [140.5, '$140.50'],
    [140.05, '$140.05'],
    [1234.99, '$1,234.99'],
    [0.1 + 0.2, '$0.30'],
  ])('%d is %s', (amount, text) => expect(formatPrice(amount)).toBe(text));

  it('never rounds a price away', () => expect(formatPrice(99.995)).toBe('$99.995'));
});

describe('other figures', () => {
  it('groups thousands', () => expect(formatNumber(1284)).toBe('1,284'));
  it('names minutes', () => expect(formatDuration(50)).toBe('50 min'));
  it('shows file sizes with one decimal', () => {
    expect(formatBytes(412_345)).toBe('402.7 KB');
    expect(formatBytes(2_412_345)).toBe('2.3 MB');
    expect(formatKilobytes(2_412_345)).toBe('2,355.8 KB');
    expect(formatKilobytes(0)).toBe('0.0 KB');
  });
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [2885, '48:05'],
    [3723, '1:02:03'],
    [-3, '0:00'],
  ])('%d seconds is %s', (seconds, text) => expect(formatElapsed(seconds)).toBe(text));
});
