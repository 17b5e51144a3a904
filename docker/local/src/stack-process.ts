import { rmSync } from 'node:fs';
import { startStack, type Stack, type StackOptions } from './stack/stack';

/** What a test asks of a stack that runs as a process of its own. */
export type StackCommand = { id: number } & (
  | { do: 'kill'; part: 'api' | 'worker' | 'redis' }
  | { do: 'mails'; to?: string }
  | { do: 'stop' }
);

/** Runs one stack for the process that forked this one: options in argv, commands and answers as messages. */
async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as StackOptions;
  // Ctrl-C reaches the whole process group; this one ends in order when its parent is gone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  const stack = await startStack(options);
  process.on('message', (command: StackCommand) => {
    void answer(stack, command).then((result) => process.send?.({ id: command.id, result }));
  });
  // Whoever started this stack is gone: so is the stack.
  const end = (): void => void stack.stop().then(() => endAfter(options));
  process.on('disconnect', end);
  if (!process.connected) end();
  const { url, apiUrl, databaseUrl, ownerDatabaseUrl, demo } = stack;
  process.send?.({ ready: { url, apiUrl, databaseUrl, ownerDatabaseUrl, demo, apiPid: stack.api.pid } });
}

/** A killed test run cannot remove its folder itself. */
function endAfter(options: StackOptions): void {
  if (options.throwaway === true) rmSync(options.dataDir, { recursive: true, force: true });
  process.exit(0);
}

async function answer(stack: Stack, command: StackCommand): Promise<unknown> {
  if (command.do === 'mails') return stack.mail?.list(command.to) ?? [];
  if (command.do === 'stop') return stack.stop().then(() => true);
  // Without Redis the worker is all there is of the queue.
  const part = command.part === 'redis' ? (stack.queue.service ?? stack.worker) : stack[command.part];
  part.kill();
  return true;
}

main().catch((error: Error) => {
  process.send?.({ failed: error.stack ?? error.message });
  process.exitCode = 1;
  process.disconnect?.();
});
