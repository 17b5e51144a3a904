// Copies the files from which the server draws pages: the shell's template names its own, a remote's description its.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [from, to] = process.argv.slice(2);
for (const name of readdirSync(from)) {
  const dist = join(from, name, 'dist');
  const [description, template] = ['remote.json', 'index.html'].map((file) => (existsSync(join(dist, file)) ? readFileSync(join(dist, file), 'utf8') : ''));
  const server = description === '' ? /<!--attune:server (\S+)-->/.exec(template)?.[1] : JSON.parse(description).server;
  if (!server) continue;
  mkdirSync(join(to, name, 'dist'), { recursive: true });
  copyFileSync(join(dist, basename(server)), join(to, name, 'dist', basename(server)));
  process.stdout.write(`${name}: ${basename(server)}\n`);
}
