import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for an endpoint that makes text of sound (OpenAI's `audio.transcriptions`): whatever it hears, it says the same. */
export class SpeechStandIn {
  /** It has too much to do, and says so. */
  isBusy = false;
  private readonly server: Server;

  private constructor(lines: readonly string[]) {
    const segments = lines.map((text, at) => ({ start: at * 4, end: at * 4 + 4, text }));
    this.server = createServer((request, response) => {
      request.resume().once('end', () => {
        if (this.isBusy) response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After-Ms': '10' }).end('{}');
        else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ text: lines.join(' '), segments }));
      });
    });
  }

  static async open(lines: readonly string[]): Promise<SpeechStandIn> {
    const speech = new SpeechStandIn(lines);
    await new Promise<void>((resolve) => speech.server.listen(0, '127.0.0.1', resolve));
    return speech;
  }

  get environment(): Record<string, string> {
    return { TRANSCRIPTION_API_KEY: 'sk-of-this-machine', TRANSCRIPTION_BASE_URL: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`, TRANSCRIPTION_MODEL: 'speech' };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
