import { BrowserContext } from 'playwright-core';

/** A page of paper with these lines, as a phone would photograph it: a picture of text. */
export async function photographOf(context: BrowserContext, lines: readonly string[]): Promise<Buffer> {
  const paper = await context.newPage();
  try {
    await paper.setViewportSize({ width: 1240, height: 700 });
    const text = lines.map((line) => `<p>${line}</p>`).join('');
    await paper.setContent(`<body style="margin: 70px; background: #fff; color: #111; font: 34px/1.3 serif">${text}</body>`);
    return await paper.screenshot();
  } finally {
    await paper.close();
  }
}
