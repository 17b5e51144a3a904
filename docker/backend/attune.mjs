// What a container of the backend does: the first argument names it, the others are handed on.
const COMMANDS = {
  api: 'answers browsers',
  worker: 'does the jobs',
  migrate: 'brings the database up to this version, and ends',
  admin: 'administrators: create, list, reset, disable, enable',
  audit: 'verify or prune the activity log',
  keys: 'rotate the encryption keys',
  storage: 'prepare the bucket of files, or move files into it',
  backup: 'make a backup, check one, or make the key pair of one',
  restore: 'bring a backup into an empty installation',
  practice: 'export or delete a whole practice, and prove that it is gone',
  bot: 'probe whether the notetaker is let into a meeting',
  secrets: 'makes the secrets of a first start, and ends',
};

const [name = '', ...rest] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name)) {
  const list = Object.entries(COMMANDS).map(([command, meaning]) => `  ${command.padEnd(8)} ${meaning}`);
  process.stderr.write(`${name === '' ? 'No command was given' : `There is no command "${name}"`}. There are:\n\n${list.join('\n')}\n`);
  process.exit(2);
}
const [program, ...given] = name === 'restore' ? ['backup', name, ...rest] : [name, ...rest];
process.argv.splice(1, 2 + rest.length, program, ...given);
await import(program === 'secrets' ? './secrets.mjs' : `./backend/dist/main.${program}.js`);
