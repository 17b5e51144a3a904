// Pages whose text is known: printed ones, and pages in handwriting fonts as a telephone photographs them.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const HANDS = ['caveat', 'dancing-script', 'gochi-hand', 'homemade-apple', 'kalam', 'nothing-you-could-do', 'patrick-hand', 'reenie-beanie'];
const PAGE = { width: 1_654, height: 2_339 };
const MARGIN = 130;

const TEXTS = [
  `The client came on time and seemed tired. Sleep was better than last week, about six hours a night, but the mornings remain hard. We went through the diary of thoughts and looked
   at the evening of 14 March, when the phone call with her brother ended in silence. She noticed that the first thought was "I have ruined everything" and found two other ways to
   see it. Homework: write down three situations, walk for 20 minutes on four days. Next session on Thursday at 10:30. No thoughts of self-harm were reported.`,
  `He spoke about the new job and the long way to work. The panic on the train came twice, once near the tunnel, and both times he stayed until the next station. We repeated the
   breathing exercise and wrote a card for his wallet. His mother will visit in May, which he looks forward to with some worry. He asked whether the medicine could be lowered; I
   advised him to talk to Dr. Weber first. Agreed: no coffee after 3 pm, lights out at 11, and a short note after every ride.`,
  `Couples session. Both described the quarrel about money on Sunday. She felt left alone with the letters from the bank, he felt that nothing he did was enough. We practised listening
   without an answer for five minutes each. Afterwards both were calmer and could name one wish: a plan for the next three months, and one evening a week without talk of debts. They
   will bring the plan to the next meeting. Score of the questionnaire: 12, four weeks ago 17.`,
  `First interview. Thirty-four years old, teacher, lives with two cats. Since the move in autumn there has been little appetite and much crying in the evening. Friends live far away.
   Has been in treatment once, ten years ago, and found it helpful. Goals: to eat regularly, to meet one person a week, to decide about the flat. We agreed on eight sessions and a
   look back after the fourth. Strengths: humour, patience, plays the cello.`,
];

let registered = false;

function registerFonts() {
  if (registered) return;
  registered = true;
  for (const hand of HANDS) GlobalFonts.registerFromPath(join(dirname(require.resolve(`@fontsource/${hand}/package.json`)), 'files', `${hand}-latin-400-normal.woff2`), `hand ${hand}`);
  GlobalFonts.registerFromPath(join(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts', 'LiberationSans-Regular.ttf'), 'printed');
}

/** Words set line by line. @returns {{ lines: string[], png: Buffer }} */
function setPage(text, font, size, leading, ink) {
  registerFonts();
  const canvas = createCanvas(PAGE.width, PAGE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  context.fillStyle = ink;
  context.font = `${size}px "${font}"`;
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (context.measureText(longer).width > PAGE.width - 2 * MARGIN) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  lines.forEach((each, index) => context.fillText(each, MARGIN, 200 + index * leading));
  return { lines, png: canvas.toBuffer('image/png') };
}

/** @returns {{ name: string, text: string, picture: Buffer }[]} */
export function printedPages() {
  const whole = [...TEXTS, ...TEXTS].join(' ');
  return TEXTS.map((_, index) => {
    const { lines, png } = setPage(whole.slice(whole.indexOf(TEXTS[index])).slice(0, 2_000), 'printed', 34, 62, '#111');
    return { name: 'printed', text: lines.join('\n'), picture: png };
  });
}

/** Always the same ones. @param {boolean} few one page for each font */
export async function handwrittenPages(few) {
  const pages = [];
  for (const [index, hand] of HANDS.entries()) {
    for (const [turn, text] of TEXTS.slice(0, few ? 1 : 2).entries()) {
      const { lines, png } = setPage(text, `hand ${hand}`, 58, 104, '#1b2a55');
      const random = numbers(1 + index * 10 + turn);
      pages.push({ name: hand, text: lines.join('\n'), picture: await photographed(png, random) });
    }
  }
  return pages;
}

/** Turned by up to three degrees, in a shadow from one side, with grain, as a JPEG that lost something. */
async function photographed(png, random) {
  const turned = await sharp(png).rotate((random() - 0.5) * 6, { background: '#f4f1e8' }).blur(0.7).toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  const dark = Math.round(70 + random() * 60);
  const from = random() < 0.5 ? 'x1="0" x2="1"' : 'x1="1" x2="0"';
  const shadow = `<svg width="${width}" height="${height}"><defs><linearGradient id="s" ${from} y1="0" y2="0.6"><stop offset="0" stop-color="rgb(${dark},${dark},${dark + 6})"/><stop offset="0.8" stop-color="#fff"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/></svg>`;
  const { data } = await sharp(turned.data).flatten({ background: '#f4f1e8' }).composite([{ input: Buffer.from(shadow), blend: 'multiply' }]).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 3) {
    const grain = (random() + random() + random() - 1.5) * 22;
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = Math.min(Math.max(data[at + channel] + grain, 0), 255);
  }
  return sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 70 }).toBuffer();
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
