import { join, relative } from 'node:path';
import type { Stack } from '../stack/stack';

/** The one block that says where everything is. */
export function summaryOf(stack: Stack): string {
  const { settings, url } = stack;
  const place = (path: string): string => {
    const short = relative(process.cwd(), path);
    return short.startsWith('..') || short === '' ? path : short;
  };
  const rows: [string, string][] = [['Attune', url]];
  if (stack.demo !== null) {
    rows.push(['Demo practice', `${url}/t/${stack.demo.slug}`]);
    rows.push(['  the same by id', `${url}/book/${stack.demo.therapist_id}`]);
  }
  rows.push(['Sign in', stack.demoGoogle ? 'as a therapist: choose "Demo therapist" on the demo Google page' : 'as a therapist: with Google']);
  if (stack.mail !== null) rows.push(['Mail sent', `${url}/dev/mail`]);
  if (settings.env.NODE_ENV !== 'production') rows.push(['API reference', `${url}/api/docs`]);
  rows.push(['Database', databaseRow(stack, place)]);
  rows.push(['Queue', stack.queue.engine]);
  rows.push(['Data, logs', `${place(settings.dataDir)}, ${place(join(settings.dataDir, 'logs'))}`]);
  for (const [name, remote] of Object.entries(settings.remoteUrls)) rows.push([`Remote ${name}`, `from ${remote.href}`]);
  rows.push(['Stop', 'Ctrl-C']);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  return ['', ...lines, ...notices(stack), ''].join('\n');
}

function databaseRow(stack: Stack, place: (path: string) => string): string {
  const { settings } = stack;
  if (stack.postgres === null) return 'the one in DATABASE_URL';
  const { version, port } = stack.postgres.current;
  return `PostgreSQL ${version}, postgres://attune_owner@127.0.0.1:${port}/attune, password in ${place(join(settings.dataDir, 'secrets.json'))}, files in ${place(settings.postgresDir)}`;
}

function notices(stack: Stack): string[] {
  const lines: string[] = [];
  if (stack.queue.url === null) {
    lines.push('', '  !! NO REDIS: jobs go straight from the outbox to one worker. Nothing is lost, but there can be no second one: install redis-server or set REDIS_URL for that.');
  }
  if (stack.setAside !== null) lines.push('', `  The data folder was new, so an older database was put aside: ${stack.setAside}`);
  return lines;
}
