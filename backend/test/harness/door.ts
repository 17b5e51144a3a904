import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { knowsTheDoor } from '../../../docker/local/src/containers/container-gateway';
import { doorFile, GatewayFile } from '../../../docker/local/src/containers/gateway-files';
import type { CrowdTask } from './crowd-process';
import { need, Part } from './installation';
import { answered, openFrom } from './tls-visitor';
import { freePort } from './worker-process';

const ROOT = join(__dirname, '../../..');
const GATEWAY = '127.0.0.2';

export interface Crowd {
  /** How many of them were answered and open, at most; known once each was tried. */
  held: Promise<number>;
  goesAway(): Promise<void>;
}

/** The door and the gateway of containers by their own files, with TLS, before a small server in the place of the API. Whoever asks has an address of this machine's own network. */
export class DoorAndGateway {
  private readonly folder = mkdtempSync(join(tmpdir(), 'attune-door-'));
  private readonly api: Server = createServer((request, response) => void response.end(String(request.headers['x-forwarded-for'])));
  private httpPort = 0;
  private gateway!: Part;
  private door!: Part;

  async start(): Promise<this> {
    const caddy = process.env['CADDY_PATH'] ?? need('caddy', 'Caddy 2.7 or newer');
    if (!knowsTheDoor(caddy)) throw new Error(`This proof needs Caddy 2.7 or newer, and ${caddy} is older. CADDY_PATH names another.`);
    const haproxy = need('haproxy', 'HAProxy');
    await new Promise<void>((listening) => this.api.listen(0, '127.0.0.1', listening));
    const [port, other] = [await freePort(), await freePort()];
    this.httpPort = other;
    const environment = { PATH: process.env['PATH'], HOME: this.folder, XDG_DATA_HOME: this.folder, GOMEMLIMIT: '400MiB' };
    const own = { PUBLIC_ORIGIN: `https://localhost:${port}`, API_HOST: '127.0.0.1', API_PORT: String((this.api.address() as AddressInfo).port), DOOR: '127.0.0.1/32', TRUSTED_PROXIES: '192.0.2.1/32' };
    this.gateway = new Part(port, caddy, ['run', '--adapter', 'caddyfile', '--config', this.write('Caddyfile', String(new GatewayFile(ROOT, { http: other, https: port }).listensAt(GATEWAY).certifiesItself()))], { ...environment, ...own });
    const before = { DOOR_HTTP_PORT: String(other), DOOR_HTTPS_PORT: String(port), GATEWAY_HOST: GATEWAY, GATEWAY_HTTP_PORT: String(other), GATEWAY_HTTPS_PORT: String(port), TRUSTED_PROXIES: '192.0.2.1/32' };
    this.door = new Part(port, haproxy, ['-db', '-f', this.write('haproxy.cfg', doorFile(ROOT, false))], { ...environment, ...before });
    // Both have the same port; the door is what answers at the usual address, the gateway once it has made its certificate.
    await Promise.all([this.gateway, this.door].map((part) => part.start()));
    for (let tries = 0; !(await this.asks('127.0.0.1').catch(() => undefined)); tries += 1) {
      if (tries > 100) throw new Error(`The gateway does not answer:\n${this.gateway.log.slice(-2_000)}`);
      await pause(100);
    }
    return this;
  }

  /** Where somebody is led who asks without TLS. */
  async leads(): Promise<string> {
    const request = get({ host: '127.0.0.1', port: this.httpPort, headers: { Host: 'localhost' }, path: '/anna', agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return `${response.statusCode} ${response.headers.location}`;
  }

  async stop(): Promise<void> {
    await this.door.stop('SIGKILL');
    await this.gateway.stop('SIGKILL');
    this.api.close();
    this.api.closeAllConnections();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The most memory that each has taken, in MB. */
  get peaks(): { gateway: number; door: number } {
    const peak = ({ pid }: Part): number => Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);
    return { gateway: peak(this.gateway), door: peak(this.door) };
  }

  /** One who asks and is answered. @returns what the API was told of the address, and after how many milliseconds */
  async asks(address: string): Promise<{ told: string; ms: number }> {
    const begun = performance.now();
    const socket = openFrom(address, this.door.port);
    try {
      const told = await answered(socket);
      return { told: told.split('\r\n\r\n')[1] ?? '', ms: performance.now() - begun };
    } finally {
      socket.destroy();
    }
  }

  /** Many connections of these addresses in turn, each of which asks once and stays: of a process of its own, for what it does to make them would else delay who {@link asks}. */
  crowd(addresses: readonly string[], count: number): Crowd {
    const child = fork(join(__dirname, 'crowd-process.ts'), { execArgv: ['--require', join(__dirname, 'outbox-typescript.cjs')] });
    const task: CrowdTask = { port: this.door.port, addresses, count };
    child.send(task);
    return {
      held: once(child, 'message').then(([most]) => most as number),
      goesAway: async () => {
        const gone = once(child, 'exit');
        child.disconnect();
        await gone;
      },
    };
  }

  private write(name: string, text: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }
}
