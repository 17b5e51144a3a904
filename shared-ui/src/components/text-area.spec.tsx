import { fireEvent, render, screen } from '@testing-library/react';
import { TextArea } from './text-area';

/** jsdom lays nothing out: the heights that a browser would give, by the length of the text. */
function givesHeights(area: HTMLElement) {
  const rows = () => Math.max(1, Math.ceil((area as HTMLTextAreaElement).value.length / 10));
  Object.defineProperties(area, {
    scrollHeight: { get: () => Math.max(rows() * 20, parseInt(area.style.height || '20', 10) - 2) },
    clientHeight: { get: () => parseInt(area.style.height || String(rows() * 20 + 2), 10) - 2 },
    offsetHeight: { get: () => parseInt(area.style.height || String(rows() * 20 + 2), 10) },
    offsetWidth: { value: 300 },
  });
}

describe('a text area that grows', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is higher at once, lower in a pause, and never asks the page around it', () => {
    render(<TextArea autoGrow aria-label="Notes" defaultValue="" />);
    const area = screen.getByRole('textbox');
    givesHeights(area);
    fireEvent.input(area, { target: { value: 'ten letter' } });
    expect(area.style).toMatchObject({ height: '22px', contain: 'strict' });
    fireEvent.input(area, { target: { value: 'ten letters and many more' } });
    expect(area.style.height).toBe('62px');
    fireEvent.input(area, { target: { value: 'ten' } });
    expect(area.style.height).toBe('62px');
    jest.advanceTimersByTime(150);
    expect(area.style.height).toBe('22px');
  });

  it('takes the height of a text that is put into it', () => {
    const { rerender } = render(<TextArea autoGrow aria-label="Notes" value="" onChange={() => undefined} />);
    const area = screen.getByRole('textbox');
    givesHeights(area);
    rerender(<TextArea autoGrow aria-label="Notes" value="what was kept of the last time" onChange={() => undefined} />);
    expect(area.style.height).toBe('62px');
  });

  it('stays as it is where nothing was said of growing', () => {
    render(<TextArea aria-label="Notes" defaultValue="" />);
    const area = screen.getByRole('textbox');
    givesHeights(area);
    fireEvent.input(area, { target: { value: 'ten letters and many more' } });
    expect(area.style.height).toBe('');
  });
});
