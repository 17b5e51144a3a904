import { connect } from 'node:net';

/** Sends commands over one connection and gives back the raw answer text; enough to ask a server who and how it is. */
export function redisCommands(port: number, commands: string[][], timeoutMs = 2_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('Redis did not answer in time')));
    socket.once('connect', () => {
      for (const words of [...commands, ['QUIT']]) {
        socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
      }
    });
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}
