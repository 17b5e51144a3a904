import sharp from 'sharp';

/** A page as the recognition sees it: one byte a pixel, 255 is white. */
export interface GreyPage {
  data: Buffer;
  width: number;
  height: number;
}

/** Of a page that was made straight: how it lay before. */
export interface StraightPage extends GreyPage {
  /** By how many degrees it was turned, clockwise. */
  turned: number;
  before: { width: number; height: number };
}

const BLOCK = 32;
/** Paper is no darker than this, whatever the shadow; what is darker is no paper. */
const DARKEST_PAPER = 48;
/** Of the paper's light: what is lighter is white, what is darker is black. */
const WHITE_FROM = 0.86;
const BLACK_TO = 0.25;

/** Takes shadows out and makes ink dark: each pixel is measured against the paper around it. */
export function evenLight({ data, width, height }: GreyPage): GreyPage {
  const paper = paperLight(data, width, height);
  const out = Buffer.allocUnsafe(width * height);
  for (let y = 0; y < height; y += 1) {
    const rowAt = Math.min(Math.max(y / BLOCK - 0.5, 0), paper.rows - 1);
    const row = Math.floor(rowAt);
    const below = Math.min(row + 1, paper.rows - 1);
    for (let x = 0; x < width; x += 1) {
      const columnAt = Math.min(Math.max(x / BLOCK - 0.5, 0), paper.columns - 1);
      const column = Math.floor(columnAt);
      const right = Math.min(column + 1, paper.columns - 1);
      const across = columnAt - column;
      const top = paper.light[row * paper.columns + column]! * (1 - across) + paper.light[row * paper.columns + right]! * across;
      const bottom = paper.light[below * paper.columns + column]! * (1 - across) + paper.light[below * paper.columns + right]! * across;
      const share = data[y * width + x]! / (top + (bottom - top) * (rowAt - row));
      out[y * width + x] = share >= WHITE_FROM ? 255 : share <= BLACK_TO ? 0 : ((share - BLACK_TO) / (WHITE_FROM - BLACK_TO)) * 255;
    }
  }
  return { data: out, width, height };
}

/** How light the paper is in each block: nearly its lightest pixel, and no darker than most of its neighbours. */
function paperLight(data: Buffer, width: number, height: number): { light: Float32Array; columns: number; rows: number } {
  const columns = Math.ceil(width / BLOCK);
  const rows = Math.ceil(height / BLOCK);
  const lightest = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0);
      let total = 0;
      for (let y = row * BLOCK; y < Math.min((row + 1) * BLOCK, height); y += 2)
        for (let x = column * BLOCK; x < Math.min((column + 1) * BLOCK, width); x += 2) {
          counts[data[y * width + x]!]! += 1;
          total += 1;
        }
      let level = 255;
      for (let seen = 0; level > 0; level -= 1) {
        seen += counts[level]!;
        if (seen * 10 >= total) break;
      }
      lightest[row * columns + column] = Math.max(level, DARKEST_PAPER);
    }
  const light = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const around: number[] = [];
      for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, rows - 1); y += 1)
        for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, columns - 1); x += 1) around.push(lightest[y * columns + x]!);
      around.sort((a, b) => a - b);
      light[row * columns + column] = Math.max(around[Math.floor(around.length / 2)]!, lightest[row * columns + column]!);
    }
  return { light, columns, rows };
}

const MOST_DEGREES = 12;
/** Lines that lie as straight as this are read as well. */
const STRAIGHT_DEGREES = 0.25;
const LOOKED_AT_WIDTH = 700;
const INK = 128;

/** Turns the page so that its lines lie level. */
export async function straightened(page: GreyPage): Promise<StraightPage> {
  const degrees = skewOf(page);
  const before = { width: page.width, height: page.height };
  if (Math.abs(degrees) < STRAIGHT_DEGREES) return { ...page, turned: 0, before };
  const { data, info } = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
    .rotate(-degrees, { background: '#fff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, turned: -degrees, before };
}

/** By how many degrees the lines fall to the right: at that angle the rows of the page are either full of ink or empty. */
export function skewOf({ data, width, height }: GreyPage): number {
  const step = Math.max(1, Math.round(width / LOOKED_AT_WIDTH));
  const ink: number[] = [];
  for (let y = 0; y < height; y += step) for (let x = 0; x < width; x += step) if (data[y * width + x]! < INK) ink.push(x / step, y / step);
  const sums = new Uint32Array(Math.ceil((height + width) / step) * 2);
  const middle = Math.ceil(width / step);
  const contrast = (degrees: number): number => {
    const fall = Math.tan((degrees * Math.PI) / 180);
    sums.fill(0);
    for (let index = 0; index < ink.length; index += 2) sums[Math.round(ink[index + 1]! - ink[index]! * fall) + middle]! += 1;
    let score = 0;
    for (let row = 1; row < sums.length; row += 1) score += (sums[row]! - sums[row - 1]!) ** 2;
    return score;
  };
  let best = 0;
  for (const [reach, by] of [[MOST_DEGREES, 1], [1, 0.2], [0.2, 0.05]] as const) {
    const from = best;
    let most = -1;
    for (let degrees = from - reach; degrees <= from + reach + 1e-9; degrees += by) {
      const score = contrast(degrees);
      if (score > most) [most, best] = [score, degrees];
    }
  }
  return best;
}

/** A place on a page that was made straight, as fractions of the page as it lay before. */
export function placeBefore({ turned, before, width, height }: StraightPage, box: { x0: number; y0: number; x1: number; y1: number }): [number, number, number, number] {
  const angle = (-turned * Math.PI) / 180;
  const corners = [box.x0, box.x1].flatMap((x) =>
    [box.y0, box.y1].map((y) => {
      const [dx, dy] = [x - width / 2, y - height / 2];
      return [(dx * Math.cos(angle) - dy * Math.sin(angle)) / before.width + 0.5, (dx * Math.sin(angle) + dy * Math.cos(angle)) / before.height + 0.5] as const;
    }),
  );
  const within = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000;
  const [left, right] = [within(Math.min(...corners.map(([x]) => x))), within(Math.max(...corners.map(([x]) => x)))];
  const [top, bottom] = [within(Math.min(...corners.map(([, y]) => y))), within(Math.max(...corners.map(([, y]) => y)))];
  return [left, top, within(right - left), within(bottom - top)];
}
