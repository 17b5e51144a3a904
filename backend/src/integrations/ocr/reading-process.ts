import sharp from 'sharp';
import { serve } from '../../common/process/limited-child-process';
import { evenLight, straightened } from './grey-page';
import { openImage, OpenedDocument } from './image-document';
import { FileRefusal, FileRefused, MAX_PAGE_TEXT, MAX_UNSURE_WORDS, PagePicture, PageText, ReadableType } from './page-text';
import { openPdf } from './pdf-document';
import { Recognition } from './recognition';

/** What is to be done with a page. */
export type PageTask = { kind: 'open' | 'close' } | { kind: 'read' | 'text-layer'; page: number } | { kind: 'picture'; page: number; longestSide: number };

/** What {@link PageReader} asks. The content is there when it was asked for. */
export interface ReadingQuestion {
  document: string;
  mediaType: ReadableType;
  content?: Buffer;
  task: PageTask;
}
export type ReadingAnswer = { wanted: true } | { refused: FileRefusal } | { pages: number; text?: PageText; picture?: PagePicture };

const recognition = new Recognition((process.argv[4] ?? 'eng').split('+'));
/** The one that was asked for last: its pages come one after the other. */
let opened: { name: string; document: OpenedDocument } | undefined;

async function answer({ document: name, mediaType, content, task }: ReadingQuestion): Promise<ReadingAnswer> {
  try {
    if (opened?.name !== name) {
      await close();
      if (task.kind === 'close') return { pages: 0 };
      if (!content) return { wanted: true };
      opened = { name, document: mediaType === 'application/pdf' ? await openPdf(Buffer.from(content)) : await openImage(Buffer.from(content)) };
    }
    return { pages: opened.document.pages, ...(await done(opened.document, task)) };
  } catch (error) {
    return { refused: error instanceof FileRefused ? error.reason : 'broken' };
  }
}

async function done(document: OpenedDocument, task: PageTask): Promise<{ text?: PageText; picture?: PagePicture }> {
  if (task.kind === 'close') await close();
  if (task.kind === 'picture') return { picture: await document.picture(task.page, task.longestSide) };
  if (task.kind === 'read') return { text: cleaned(await readPage(document, task.page)) };
  if (task.kind === 'text-layer') {
    const text = await layerOf(document, task.page);
    return text ? { text: cleaned(text) } : {};
  }
  return {};
}

async function layerOf(document: OpenedDocument, page: number): Promise<PageText | undefined> {
  const text = await document.textOf(page);
  return text === undefined ? undefined : { engine: 'text-layer', text, confidence: null, unsure: [] };
}

async function readPage(document: OpenedDocument, page: number): Promise<PageText> {
  const layer = await layerOf(document, page);
  if (layer) return layer;
  const straight = await straightened(evenLight(await document.greyPage(page)));
  return recognition.read(straight).catch(die);
}

/** Without signs that are no text, and no longer than a page is. Offsets stay. */
function cleaned({ text, unsure, ...rest }: PageText): PageText {
  const clean = text.slice(0, MAX_PAGE_TEXT).replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, ' ');
  return { ...rest, text: clean, unsure: unsure.filter(({ end }) => end <= clean.length).slice(0, MAX_UNSURE_WORDS) };
}

/** What the recognition holds after a failure is anybody's guess: the next page finds a new process. */
function die(): never {
  return process.kill(process.pid, 'SIGKILL') as never;
}

async function close(): Promise<void> {
  const before = opened;
  opened = undefined;
  await before?.document.close();
}

// Decoded pages are large and never asked for twice; one thread leaves a core to the others.
sharp.cache(false);
sharp.concurrency(1);
serve(answer);
