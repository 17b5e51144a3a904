import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from './field';
import { PasswordInput } from './password-input';
import { TextInput } from './text-input';

describe('Field', () => {
  it('ties label, hint and error to the control', () => {
    render(
      <Field label="Email" hint="For the confirmation." error="Please enter a valid email address">
        {(aria) => <TextInput {...aria} />}
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['For the confirmation.', 'Please enter a valid email address']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('says nothing about errors while there are none', () => {
    render(
      <Field label="Phone" optional>
        {(aria) => <TextInput {...aria} />}
      </Field>,
    );
    const input = screen.getByLabelText('Phone (optional)');
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(input.hasAttribute('aria-describedby')).toBe(false);
  });
});

describe('PasswordInput', () => {
  it('shows and hides what was typed', async () => {
    render(<Field label="Password">{(aria) => <PasswordInput {...aria} />}</Field>);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});
