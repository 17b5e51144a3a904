import sharp from 'sharp';
import { serve } from '../../common/process/limited-child-process';
import { evenLight, straightened } from './grey-page';
import { openImage, OpenedDocument } from './image-document';
import { FileRefusal, FileRefused, PagePicture, PageText, ReadableType } from './page-text';
import { openPdf } from './pdf-document';
import { Recognition } from './recognition';

/** What is to be done with a page. */
export type PageTask = { kind: 'open' } | { kind: 'read'; page: number } | { kind: 'picture'; page: number; longestSide: number } | { kind: 'close' };

/** What {@link PageReader} asks. The content is there when it was asked for. */
export interface ReadingQuestion {
  document: string;
  mediaType: ReadableType;
  content?: Buffer;
  task: PageTask;
}
export type ReadingAnswer = { wanted: true } | { refused: FileRefusal } | { pages: number; text?: PageText; picture?: PagePicture };

const recognition = new Recognition((process.argv[3] ?? 'eng').split('+'));
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
  if (task.kind === 'read') return { text: await readPage(document, task.page) };
  return {};
}

async function readPage(document: OpenedDocument, page: number): Promise<PageText> {
  const text = await document.textOf(page);
  if (text !== undefined) return { engine: 'text-layer', text, confidence: null, unsure: [] };
  const straight = await straightened(evenLight(await document.greyPage(page)));
  return recognition.read(straight).catch(die);
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
