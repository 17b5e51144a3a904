import { readFileSync } from 'node:fs';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What a guest of a meeting sees. */
export type RoomView =
  | 'prejoin' | 'lobby' | 'dialog' | 'call' | 'denied' | 'no_response' | 'blocked' | 'captcha' | 'not_found' | 'rtms' | 'kicked' | 'ended' | 'strange';

/** One meeting, as its host has it in hand. */
export class MeetingRoom {
  view: RoomView = 'prejoin';
  /** What follows when somebody asks to be let in. */
  answer: RoomView = 'lobby';
  /** Beside the notetaker. */
  people = ['Ada', 'Ben'];
  /** What they write in the chat. */
  words = '';
  /** Its sound never begins. */
  hangs = false;
  /** For how long the page of a call computes and answers nobody, again and again, in milliseconds. */
  computes = 0;
  /** What they sound like, in Hz. */
  tones: number[] = [440, 1_000];
  /** Names under which somebody asked to be let in. */
  readonly asked: string[] = [];
  /** What was written in the chat. */
  readonly said: string[] = [];
  left = 0;
  /** The page of somebody else, in a frame of the meeting's page. */
  foreign = '';

  admit(): void {
    this.view = 'call';
  }

  show(view: RoomView): void {
    this.view = view;
  }
}

/** Stands in for the pages of Google Meet (`/abc-defg-hij`) and Zoom (`/wc/123456789/join`), with their rules for scripts, on a port of this machine. */
export class MeetingStandIn {
  private readonly rooms = new Map<string, MeetingRoom>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async open(): Promise<MeetingStandIn> {
    const standIn = new MeetingStandIn();
    await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @param path of the meeting's page, such as `/abc-defg-hij` */
  room(path: string): MeetingRoom {
    const room = this.rooms.get(path) ?? new MeetingRoom();
    this.rooms.set(path, room);
    return room;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const room = this.room(url.searchParams.get('room') ?? url.pathname);
    if (url.pathname === '/room-page.js') return void response.setHeader('Content-Type', 'text/javascript').end(readFileSync(join(__dirname, 'room-page.js')));
    if (url.pathname === '/state') return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ view: room.view, people: room.people, tones: room.tones, words: room.words, hangs: room.hangs, computes: room.computes }));
    if (request.method !== 'POST') return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'" }).end(PAGE + frameOf(room.foreign));
    const { name, words } = JSON.parse(await bodyOf(request)) as { name?: string; words?: string };
    if (url.pathname === '/asked' && name !== undefined) {
      room.asked.push(name);
      room.view = room.answer;
    }
    if (url.pathname === '/said' && words !== undefined) room.said.push(words);
    if (url.pathname === '/left') room.left += 1;
    response.writeHead(204).end();
  }
}

const PAGE = '<!doctype html><html lang="en"><head><title>Meet</title></head><body><main id="room"></main><script src="/room-page.js"></script></body></html>';

const frameOf = (page: string): string => (page === '' ? '' : `<iframe sandbox="allow-scripts" srcdoc="${page.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
