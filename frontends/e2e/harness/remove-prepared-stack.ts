import { rmSync } from 'node:fs';

export default function remove(): void {
  const folder = process.env.TEST_STACK;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
