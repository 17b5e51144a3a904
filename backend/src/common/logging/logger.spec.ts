import { Writable } from 'node:stream';
import { createLogger, NestLogger } from './logger';

/** The lines of a log at the usual level. */
function linesOf(write: (logger: NestLogger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  write(new NestLogger(createLogger('info', 'worker', output)));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('what is told in fields is a line of them; what Nest says while it begins is not there', () => {
  const lines = linesOf((logger) => {
    logger.log('Nest application successfully started', 'NestApplication');
    logger.log({ job: 'send-mail', outcome: 'done', ms: 12 }, 'jobs');
  });
  expect(lines).toEqual([{ level: 'info', name: 'worker', context: 'jobs', job: 'send-mail', outcome: 'done', ms: 12, msg: 'jobs', time: expect.any(String) as string }]);
});
