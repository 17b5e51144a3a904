import { createWorker, OEM, Page, Worker } from 'tesseract.js';
import { GreyPage, placeBefore, StraightPage } from './grey-page';
import { PageText, UNSURE_WORD, UnsureWord } from './page-text';

/** Reads pictures of pages, in the given languages. */
export class Recognition {
  private worker: Promise<Worker> | undefined;

  /** @param languages codes of packaged languages */
  constructor(private readonly languages: readonly string[]) {}

  async read(page: StraightPage): Promise<PageText> {
    this.worker ??= createWorker([...this.languages], OEM.LSTM_ONLY, {
      workerPath: require.resolve('./recognition-thread'),
      langPath: '.',
      gzip: true,
      cacheMethod: 'none',
      errorHandler: () => undefined,
    });
    const worker = await this.worker;
    const { data } = await worker.recognize(asPgm(page), {}, { text: false, blocks: true });
    return { engine: 'tesseract', ...textOf(data, page) };
  }
}

/** The plainest of picture files: nothing is packed and unpacked on the way. */
function asPgm({ data, width, height }: GreyPage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}

/** The words in the order they are read, a line for each line, an empty one between paragraphs. */
function textOf({ blocks, confidence }: Page, page: StraightPage): Omit<PageText, 'engine'> {
  const unsure: UnsureWord[] = [];
  let text = '';
  for (const paragraph of (blocks ?? []).flatMap((block) => block.paragraphs)) {
    const lines = paragraph.lines.map(({ words }) => words.filter((word) => word.text.trim() !== '')).filter((words) => words.length > 0);
    if (lines.length > 0 && text !== '') text += '\n';
    for (const words of lines) {
      for (const [index, word] of words.entries()) {
        const start = text.length + (index > 0 ? 1 : 0);
        text += `${index > 0 ? ' ' : ''}${word.text}`;
        if (word.confidence < UNSURE_WORD) unsure.push({ start, end: text.length, confidence: Math.round(word.confidence), box: placeBefore(page, word.bbox) });
      }
      text += '\n';
    }
  }
  const trimmed = text.trimEnd();
  return { text: trimmed, confidence: trimmed === '' ? 0 : Math.round(confidence), unsure };
}
