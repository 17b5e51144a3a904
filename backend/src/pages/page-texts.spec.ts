import { setTimeout as pause } from 'node:timers/promises';
import { PageText, PageTexts } from './page-texts';

const page = (body: string): PageText => ({ status: 200, body, etag: `"${body}"` });

it('makes a page once for all who ask at the same moment, and for a moment after', async () => {
  const texts = new PageTexts();
  let made = 0;
  const make = async (): Promise<PageText> => {
    made += 1;
    await pause(20);
    return page(String(made));
  };
  const pages = await Promise.all(Array.from({ length: 40 }, () => texts.take('a', make)));
  expect(new Set(pages.map(({ body }) => body))).toEqual(new Set(['1']));
  expect((await texts.take('a', make)).body).toBe('1');
  expect((await texts.take('b', make)).body).toBe('2');
  await pause(250);
  expect((await texts.take('a', make)).body).toBe('3');
});

it('makes it anew for whoever asks alone, and after a failure', async () => {
  const texts = new PageTexts();
  expect((await texts.take('a', () => Promise.resolve(page('1')))).body).toBe('1');
  expect((await texts.take('a', () => Promise.resolve(page('2')))).body).toBe('2');
  await expect(Promise.all([texts.take('a', () => Promise.reject(new Error('down'))), texts.take('a', () => Promise.resolve(page('x')))])).rejects.toThrow('down');
  expect((await texts.take('a', () => Promise.resolve(page('3')))).body).toBe('3');
});
