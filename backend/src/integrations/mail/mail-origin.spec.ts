import { mailHost } from './mail-origin';

describe('the domain of a mail’s id', () => {
  it('is the installation’s name, or a fixed one where it has none', () => {
    expect(mailHost('http://localhost:3000')).toBe('attune.local');
    expect(mailHost('http://127.0.0.1:3000')).toBe('attune.local');
    expect(mailHost('http://[::1]:3000')).toBe('attune.local');
    expect(mailHost('https://book.practice.example:8443')).toBe('book.practice.example');
  });
});
