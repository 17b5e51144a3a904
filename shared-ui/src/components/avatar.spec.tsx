import { fireEvent, render, screen } from '@testing-library/react';
import { Avatar } from './avatar';

describe('Avatar', () => {
  it.each([
    ['Dr. Amélie Okonkwo-Reyes', 'AO'],
    ['Wilhelmina van der Bergh', 'WB'],
    ['Łukasz', 'Ł'],
    ['', ''],
  ])('shows the initials of "%s"', (name, initials) => {
    const { container } = render(<Avatar name={name} />);
    expect(container.textContent).toBe(initials);
  });

  it('falls back to initials when the picture cannot be loaded', () => {
    render(<Avatar name="Jonah Whitfield" src="/missing.webp" alt="Jonah Whitfield" />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Jonah Whitfield' }).textContent).toBe('JW');
  });
});
