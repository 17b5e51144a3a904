import { merged } from './merge';

describe('A record that was changed in two places', () => {
  const before = { name: 'Nadia', rules: { notice: '0', horizon: '60' }, languages: ['English', 'French'] };

  it('keeps what was changed here and follows the other place elsewhere', () => {
    const mine = { ...before, name: 'Mara', rules: { notice: '1', horizon: '60' } };
    const fresh = { ...before, name: 'Lena', rules: { notice: '2', horizon: '90' }, languages: ['Turkish'] };
    expect(merged(before, mine, fresh)).toEqual({ name: 'Mara', rules: { notice: '1', horizon: '90' }, languages: ['Turkish'] });
  });

  it('takes a list of the same length item by item, and never mixes an item', () => {
    const day = (first: string, last: string) => ({ first, last });
    const [stored, mine, fresh] = [
      [day('09', '17'), day('09', '17'), day('09', '17')],
      [day('10', '17'), day('09', '17'), day('10', '17')],
      [day('09', '17'), day('09', '12'), day('09', '12')],
    ];
    expect(merged(stored, mine, fresh)).toEqual([day('10', '17'), day('09', '12'), day('10', '17')]);
  });

  it('takes a list whole where it grew or shrank', () => {
    expect(merged(['a', 'b'], ['a', 'b', 'c'], ['x', 'b'])).toEqual(['a', 'b', 'c']);
    expect(merged(['a', 'b'], ['a', 'b'], ['x'])).toEqual(['x']);
  });
});
