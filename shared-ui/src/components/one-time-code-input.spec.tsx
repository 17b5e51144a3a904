import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field';
import { OneTimeCodeInput } from './one-time-code-input';

function CodeField({ onComplete }: { onComplete?: (code: string) => void }) {
  const [code, setCode] = useState('');
  return <Field label="Code">{(aria) => <OneTimeCodeInput {...aria} value={code} onChange={setCode} onComplete={onComplete} />}</Field>;
}

const input = () => screen.getByLabelText<HTMLInputElement>('Code');

describe('OneTimeCodeInput', () => {
  it('takes digits and nothing else, and no more than the code has', async () => {
    render(<CodeField />);
    await userEvent.type(input(), '1a2-3 4b5678');
    expect(input().value).toBe('123456');
  });

  it('takes a code pasted with spaces', async () => {
    const onComplete = jest.fn();
    render(<CodeField onComplete={onComplete} />);
    await userEvent.click(input());
    await userEvent.paste(' 123 456 ');
    expect(input().value).toBe('123456');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  it('tells once when the last digit is there, also after a correction', async () => {
    const onComplete = jest.fn();
    render(<CodeField onComplete={onComplete} />);
    await userEvent.type(input(), '12345');
    expect(onComplete).not.toHaveBeenCalled();
    await userEvent.type(input(), '6');
    await userEvent.type(input(), '7');
    expect(onComplete.mock.calls).toEqual([['123456']]);
    await userEvent.type(input(), '{Backspace}9');
    expect(onComplete.mock.calls).toEqual([['123456'], ['123459']]);
  });

  it('asks phones for digits and lets them offer the code', () => {
    render(<CodeField />);
    expect(input().getAttribute('inputmode')).toBe('numeric');
    expect(input().getAttribute('autocomplete')).toBe('one-time-code');
  });
});
