import { act, render, screen } from '@testing-library/react';
import { WhileNear } from './while-near';

/** Tells when the test says so, as a browser that is late does; jsdom has none. */
class LateObserver {
  static tell: (isIntersecting: boolean) => void;

  constructor(notice: (entries: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void) {
    LateObserver.tell = (isIntersecting) => notice([{ isIntersecting, boundingClientRect: { height: 600 } }]);
  }

  observe() {}

  disconnect() {}
}

const part = (always: boolean) => (
  <WhileNear rows={1} always={always}>
    <button type="button">A row</button>
  </WhileNear>
);

describe('a part of a long list', () => {
  beforeEach(() => Object.assign(globalThis, { IntersectionObserver: LateObserver }));
  afterEach(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));

  it('that was drawn to be given the focus keeps it, however late the browser tells where the window is', () => {
    const { rerender } = render(part(false));
    act(() => LateObserver.tell(false));
    expect(screen.queryByText('A row')).toBeNull();
    rerender(part(true));
    screen.getByText('A row').focus();
    rerender(part(false));
    expect(document.activeElement).toBe(screen.queryByText('A row'));
    act(() => LateObserver.tell(true));
    act(() => screen.getByText('A row').blur());
    act(() => LateObserver.tell(false));
    expect(screen.queryByText('A row')).toBeNull();
  });

  it('keeps the focus that came into it since the browser told last, also when the list grows so long that it is drawn in parts', () => {
    const { rerender } = render(part(true));
    act(() => LateObserver.tell(false));
    act(() => screen.getByText('A row').focus());
    rerender(part(false));
    expect(document.activeElement).toBe(screen.queryByText('A row'));
  });

  it('keeps the focus that comes while it is about to go', () => {
    const { rerender } = render(part(true));
    act(() => LateObserver.tell(true));
    rerender(part(false));
    act(() => {
      LateObserver.tell(false);
      screen.getByText('A row').focus();
    });
    expect(document.activeElement).toBe(screen.queryByText('A row'));
  });
});
