import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLeftProfiles } from './left-profiles';

it('browsers that were killed leave no folder; one that lives, one of another machine and all else stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-profiles-'));
  const make = (name: string, lock?: string): string => {
    const path = join(folder, name);
    mkdirSync(join(path, 'Default'), { recursive: true });
    if (lock) symlinkSync(lock, join(path, 'SingletonLock'));
    return path;
  };
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const killed = make('playwright_chromiumdev_profile-killed', `${hostname()}-${ended}`);
  const old = make('playwright_chromiumdev_profile-old');
  utimesSync(old, new Date(0), new Date(0));
  const stay = [
    make('playwright_chromiumdev_profile-lives', `${hostname()}-${process.pid}`),
    make('playwright_chromiumdev_profile-elsewhere', `another-machine-${ended}`),
    make('playwright_chromiumdev_profile-new'),
    make('something-else', `${hostname()}-${ended}`),
  ];
  try {
    await clearLeftProfiles(folder);
    expect([killed, old].filter((path) => existsSync(path))).toEqual([]);
    expect(stay.filter((path) => !existsSync(path))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
