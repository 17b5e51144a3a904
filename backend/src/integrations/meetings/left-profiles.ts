import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** As playwright names the folder of a browser that it starts. */
const PROFILE = /^playwright_chromiumdev_profile-/;
/** No visit is that long: whoever has written nothing for so long is gone. */
const LEFT_MS = 7 * 3_600_000;

/**
 * Removes the folders of browsers that were killed together with their worker, before they could remove them.
 * @param folder where they lie
 */
export async function clearLeftProfiles(folder: string, now = Date.now()): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => PROFILE.test(name))) {
    const profile = join(folder, name);
    const { uid, mtimeMs } = await stat(profile).catch(() => ({ uid: -1, mtimeMs: now }));
    if (uid !== process.getuid?.()) continue;
    // Chromium's own: a link to the name of the machine and the number of its process.
    const [, host, pid] = /^(.*)-(\d+)$/.exec(await readlink(join(profile, 'SingletonLock')).catch(() => '')) ?? [];
    const isLeft = pid === undefined ? now - mtimeMs > LEFT_MS : host === hostname() && !isAlive(Number(pid));
    if (isLeft) await rm(profile, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
