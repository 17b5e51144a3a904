import { render } from '@testing-library/react';
import { Icon } from './icon';
import { iconPaths, type IconName } from './icon-paths';

const pathOf = (name: IconName, size: number) => {
  const { container, unmount } = render(<Icon name={name} size={size} />);
  const path = container.querySelector('path')?.getAttribute('d') ?? '';
  unmount();
  return path;
};

describe('Icon', () => {
  it('is drawn for its size: lengths grow, an arc keeps its rotation and flags', () => {
    expect(pathOf('check', 12)).toBe('m2.5 6.25 2.25 2.25L9.5 3.75');
    expect(pathOf('minus', 24)).toBe('M5 12h14');
    expect(pathOf('play', 48)).toBe('M15 9v30L39 24z');
    expect(pathOf('undo', 12)).toBe('M4 2.5 2 4.5l2 2M2 4.5h5a2.75 2.75 0 0 1 0 5.5h-2');
  });

  it('stays within its grid at every size', () => {
    for (const name of Object.keys(iconPaths) as IconName[]) {
      const at24 = pathOf(name, 24);
      const at12 = pathOf(name, 12);
      expect(at24.match(/[a-z]/gi)).toEqual(iconPaths[name].match(/[a-z]/gi));
      expect(at12.match(/-?[\d.]+/g)?.length).toBe(at24.match(/-?[\d.]+/g)?.length);
    }
  });
});
