// A remote's own server, as a process that can be ended: `node remote-server.cjs <folder> <port>`. A message changes how it
// answers: { mode: 'well' | 'failing' | 'hanging' }.
const { createReadStream } = require('node:fs');
const { createServer } = require('node:http');
const { basename, extname, join } = require('node:path');

const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json; charset=utf-8' };
const [, , folder, port] = process.argv;
let mode = 'well';

const server = createServer((request, response) => {
  if (mode === 'hanging') return;
  if (mode === 'failing') return response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable');
  // Flat folder: nothing outside of it can be named.
  const name = basename(new URL(request.url, 'http://localhost').pathname);
  const file = createReadStream(join(folder, name));
  file.once('error', () => response.writeHead(404).end());
  file.once('open', () => {
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
    file.pipe(response);
  });
});

process.on('message', (message) => {
  mode = message.mode;
  process.send({ mode });
});
process.on('disconnect', () => process.exit(0));
server.listen(Number(port), '127.0.0.1', () => process.send({ mode }));
