/** Runs the sources as they are, and writes down each page that was read to its end, before anything is saved of it. */
require('./outbox-typescript.cjs');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const { PageReader } = require(join(__dirname, '../../src/integrations/ocr/page-reader.ts'));
const { readPage } = PageReader.prototype;
PageReader.prototype.readPage = async function (file, page) {
  const text = await readPage.call(this, file, page);
  appendFileSync(process.env.COUNTED_READS, `${file.id} ${page}\n`);
  return text;
};
