import { parseCommand, UsageError } from './command';

describe('the command line', () => {
  it('reads each command', () => {
    expect(parseCommand(['list'])).toEqual({ name: 'list' });
    expect(parseCommand(['create', 'jane'])).toEqual({ name: 'create', username: 'jane', generate: false });
    expect(parseCommand(['reset', 'jane', '--generate', '--second-factor'])).toEqual({ name: 'reset', username: 'jane', generate: true, secondFactor: true });
    expect(parseCommand(['disable', 'jane'])).toEqual({ name: 'disable', username: 'jane' });
    expect(parseCommand(['enable', 'jane'])).toEqual({ name: 'enable', username: 'jane' });
    expect(parseCommand(['drop-second-factor', 'jane@example.org'])).toEqual({ name: 'drop-second-factor', email: 'jane@example.org' });
  });

  it.each([
    [],
    ['create'],
    ['list', 'jane'],
    ['remove', 'jane'],
    ['create', 'jane', 'a-password-as-an-argument'],
    ['create', 'jane', '--password=secret'],
    ['disable', 'jane', '--generate'],
    ['create', 'jane', '--second-factor'],
  ])('says how it is used and repeats nothing that may be a password: %j %j %j', (...args: string[]) => {
    const refusal = (): unknown => parseCommand(args.filter((arg) => arg !== undefined));
    expect(refusal).toThrow(UsageError);
    expect(refusal).toThrow(/^(?![^]*(a-password|secret\b))[^]*Usage: npm run admin/);
  });
});
