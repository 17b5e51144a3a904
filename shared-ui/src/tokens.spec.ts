import { readFileSync } from 'node:fs';
import path from 'node:path';

type Palette = Record<string, string>;

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');
const [light = '', bySystem = '', byChoice = ''] = css.split(/\n\s+color-scheme: /).slice(1);
const themes: [string, Palette][] = [
  ['light', colours(light)],
  ['dark', colours(byChoice)],
];

const surfaces = ['surface', 'surface-raised'];
const tones = ['accent', 'attention', 'positive', 'info', 'danger'];

describe.each(themes)('the %s theme', (_name, palette) => {
  const ratio = (one: string, other: string) => contrast(palette[one] ?? '', palette[other] ?? '');

  it.each(['ink', 'ink-soft', ...tones])('can be read: %s on both surfaces', (text) => {
    for (const surface of surfaces) expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('can be read: %s, ink and soft ink on the soft %s', (tone) => {
    for (const text of [tone, 'ink', 'ink-soft']) expect(ratio(text, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  it('can be read: words on filled buttons', () => {
    for (const fill of ['accent', 'accent-hover']) expect(ratio('accent-ink', fill)).toBeGreaterThanOrEqual(4.5);
    for (const fill of ['danger', 'danger-hover']) expect(ratio('danger-ink', fill)).toBeGreaterThanOrEqual(4.5);
  });

  it('shows where a field ends, and where focus is', () => {
    for (const surface of surfaces) {
      expect(ratio('control-line', surface)).toBeGreaterThanOrEqual(3);
      expect(ratio('focus', surface)).toBeGreaterThanOrEqual(3);
    }
  });
});

it('is as dark by choice as by the system', () => expect(colours(bySystem)).toEqual(colours(byChoice)));

function colours(block: string): Palette {
  const found = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

/** WCAG's contrast ratio. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
