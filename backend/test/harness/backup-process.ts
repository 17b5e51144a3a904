import { readFileSync } from 'node:fs';
import 'reflect-metadata';
import { identitiesIn } from '../../src/backup/age-file';
import { createBackup } from '../../src/backup/create';
import { restoreBackup } from '../../src/backup/restore';
import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import '../../src/modules/meetings/recording/recording.entity';
import '../../src/modules/meetings/upload/upload.entity';
import '../../src/modules/session-notes/files/file.entity';

/** A backup or a restore alone, in a process that can be killed at any moment: `create FILE age1…` or `restore FILE KEYFILE`. */
async function main([command, path = '', key = '']: string[]): Promise<void> {
  const config = new AppConfig(readEnvironment(process.env));
  const tell = (text: string): void => void process.stdout.write(`${text}\n`);
  tell('begun');
  if (command === 'create') await createBackup(config, path, [key], tell);
  else await restoreBackup(config, path, identitiesIn(readFileSync(key, 'utf8'), key), tell, { sameStorage: true });
  tell('done');
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
