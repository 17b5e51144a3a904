import { iconPaths, type IconName } from './icon-paths';

export type { IconName };

export interface IconProps {
  name: IconName;
  size?: number;
  /** Read out when the icon stands alone; without it the icon is decoration. */
  label?: string;
}

/**
 * A line icon from the product's own set, drawn in the colour of the text around it. Its outline is made for its size: a drawing that the
 * browser has to scale and clip is a layer of its own, and a hundred of them slow down every letter that is typed beside them.
 */
export function Icon({ name, size = 18, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      overflow="visible"
      fill="none"
      stroke="currentColor"
      strokeWidth={(1.75 * size) / 24}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={outline(name, size)} />
    </svg>
  );
}

const outlines = new Map<string, string>();

/** The icon's path in pixels of its size. Everything in a path is a length, but the rotation and the two flags of an arc. */
function outline(name: IconName, size: number): string {
  const key = `${name} ${size}`;
  const known = outlines.get(key);
  if (known !== undefined) return known;
  const made = iconPaths[name].replace(/([a-z])([^a-z]*)/gi, (_, command: string, values: string) => {
    const numbers = values.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
    return command + numbers.map((number, at) => (/a/i.test(command) && [2, 3, 4].includes(at % 7) ? number : +((+number * size) / 24).toFixed(3))).join(' ');
  });
  outlines.set(key, made);
  return made;
}
