import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCursorPages } from './cursor-pages';
import { Pager } from './pager';

const scrolled: unknown[] = [];

function List({ above }: { above: number }) {
  const pages = useCursorPages('all');
  const measure = (list: HTMLElement | null) => {
    if (list === null) return;
    list.getBoundingClientRect = () => ({ top: above }) as DOMRect;
    list.scrollIntoView = () => scrolled.push(list);
  };
  return (
    <div ref={measure}>
      <Pager label="Things" pages={pages} nextCursor={pages.index < 2 ? 'next' : undefined} loading={false} count={`Page ${pages.index + 1}`} />
    </div>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  scrolled.length = 0;
});

test('a turned page is read from its beginning', async () => {
  render(<List above={-900} />);
  expect(scrolled).toEqual([]);
  await userEvent.click(button('Next'));
  expect(screen.getByRole('status').textContent).toBe('Page 2');
  expect(scrolled).toHaveLength(1);
});

test('a beginning that is in sight stays where it is', async () => {
  render(<List above={40} />);
  await userEvent.click(button('Next'));
  expect(scrolled).toEqual([]);
});

test('at either end the focus goes to the button that still leads on', async () => {
  render(<List above={40} />);
  await userEvent.click(button('Next'));
  expect(document.activeElement).toBe(button('Next'));
  await userEvent.click(button('Next'));
  expect(document.activeElement).toBe(button('Previous'));
  await userEvent.click(button('Previous'));
  await userEvent.click(button('Previous'));
  expect(document.activeElement).toBe(button('Next'));
});
