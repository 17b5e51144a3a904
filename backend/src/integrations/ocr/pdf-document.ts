import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { greyOf, LONGEST_SIDE, OpenedDocument, pictureOf } from './image-document';
import { FileRefused, MAX_PAGES } from './page-text';

type PdfLibrary = typeof import('pdfjs-dist');

const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;
/** Fewer letters than this stand on a scan too: a page number, the name of the program that made it. */
const FEW_LETTERS = 200;
const LEAST_LETTERS = 8;
/** Of the page: a picture that covers so much of it is what it says. */
const MOST_OF_PAGE = 0.5;
/** Of the letters: more that stand for nothing, and the text is not meant to be read. */
const MOST_STRANGE = 0.2;

let library: Promise<PdfLibrary> | undefined;

/** @throws FileRefused */
export async function openPdf(content: Buffer): Promise<OpenedDocument> {
  library ??= import('pdfjs-dist/legacy/build/pdf.mjs') as unknown as Promise<PdfLibrary>;
  const pdf = await library;
  const folder = dirname(require.resolve('pdfjs-dist/package.json'));
  const packaged = (name: string): string => `${join(folder, name)}/`;
  const task = pdf.getDocument({
    data: new Uint8Array(content),
    // Nothing that stands in the file is run, and nothing is fetched but what the package carries.
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    cMapUrl: packaged('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: packaged('standard_fonts'),
    wasmUrl: packaged('wasm'),
    iccUrl: packaged('iccs'),
    verbosity: 0,
  });
  const opened = await task.promise.catch((error: Error) => {
    throw new FileRefused(error.name === 'PasswordException' ? 'encrypted' : 'broken');
  });
  // It says how many pages it has, and may have none.
  if (opened.numPages < 1 || opened.numPages > MAX_PAGES) {
    await task.destroy();
    throw new FileRefused(opened.numPages < 1 ? 'broken' : 'pages');
  }
  return new PdfDocument(opened, pdf);
}

class PdfDocument implements OpenedDocument {
  readonly pages: number;

  constructor(
    private readonly document: PDFDocumentProxy,
    private readonly pdf: PdfLibrary,
  ) {
    this.pages = document.numPages;
  }

  async textOf(number: number): Promise<string | undefined> {
    return this.onPage(number, async (page) => {
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('').replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n').trim();
      const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      const strange = text.match(/[\p{Co}\p{Cn}\ufffd]|(?![\n\t])\p{Cc}/gu)?.length ?? 0;
      if (letters < LEAST_LETTERS || strange > letters * MOST_STRANGE) return undefined;
      if (letters < FEW_LETTERS && (await this.pictureShare(page)) > MOST_OF_PAGE) return undefined;
      return text;
    });
  }

  async greyPage(number: number) {
    const { pixels, width, height } = await this.drawn(number, DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE);
    return greyOf(pixels, width, height);
  }

  async picture(number: number, longestSide: number) {
    const { pixels, width, height } = await this.drawn(number, Infinity, longestSide);
    return pictureOf(pixels, width, height);
  }

  close(): Promise<void> {
    return this.document.loadingTask.destroy();
  }

  private drawn(number: number, mostScale: number, longestSide: number): Promise<{ pixels: Buffer; width: number; height: number }> {
    return this.onPage(number, async (page) => {
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(mostScale, longestSide / Math.max(width, height)) });
      const [across, down] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
      const factory = this.document.canvasFactory as CanvasFactory;
      const drawing = factory.create(across, down);
      await page.render({ canvas: null, canvasContext: drawing.context, viewport, background: '#fff' }).promise;
      const { data } = drawing.context.getImageData(0, 0, across, down);
      factory.destroy(drawing);
      return { pixels: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width: across, height: down };
    });
  }

  /** How much of the page its largest picture covers. */
  private async pictureShare(page: PDFPageProxy): Promise<number> {
    const { fnArray, argsArray } = await page.getOperatorList();
    const { OPS } = this.pdf;
    const images: number[] = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject];
    const saved: Matrix[] = [];
    let matrix: Matrix = [1, 0, 0, 1];
    let largest = 0;
    for (const [index, operation] of fnArray.entries()) {
      const args = (argsArray[index] ?? []) as unknown[];
      if (operation === OPS.save) saved.push(matrix);
      else if (operation === OPS.restore) matrix = saved.pop() ?? [1, 0, 0, 1];
      else if (operation === OPS.transform) matrix = times(matrix, args as number[]);
      else if (operation === OPS.paintFormXObjectBegin) {
        saved.push(matrix);
        if (Array.isArray(args[0])) matrix = times(matrix, args[0] as number[]);
      } else if (operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? [1, 0, 0, 1];
      else if (images.includes(operation)) largest = Math.max(largest, Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    }
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    return largest / Math.max(1, (right - left) * (top - bottom));
  }

  private async onPage<T>(number: number, look: (page: PDFPageProxy) => Promise<T>): Promise<T> {
    try {
      const page = await this.document.getPage(number);
      const seen = await look(page);
      page.cleanup();
      return seen;
    } catch (error) {
      // More than any array, or any canvas, holds.
      throw new FileRefused(error instanceof RangeError || String(error).includes('surface failed') ? 'effort' : 'broken');
    }
  }
}

/** Without its shift, which changes no area. */
type Matrix = [number, number, number, number];

function times([a, b, c, d]: Matrix, [e = 1, f = 0, g = 0, h = 1]: number[]): Matrix {
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}

interface Drawing {
  canvas: Canvas;
  context: SKRSContext2D;
}
interface CanvasFactory {
  create(width: number, height: number): Drawing;
  destroy(drawing: Drawing): void;
}
