import { Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { withinTime } from '../../common/process/within-time';
import { EgressProxy, openEgressProxy } from './egress-proxy';
import { googleMeet } from './google-meet';
import { clearLeftProfiles } from './left-profiles';
import { MeetingEnd, MeetingEngine, MeetingListener, MeetingPlatform, MeetingVisit } from './meeting-engine';
import type { JoinState, PageSnapshot } from './page-snapshot';
import type { PlatformDriver } from './platform-driver';
import { SoundClock } from './sound-clock';
import { zoom } from './zoom';

const DRIVERS: Readonly<Record<MeetingPlatform, PlatformDriver>> = { google_meet: googleMeet, zoom };
const NOT_SET_UP = 'No notetaker that joins meetings is set up in this installation. Record on this device instead.';

/** What a state of the page means where nothing can come of waiting. */
const ENDS: Partial<Record<JoinState, MeetingEnd>> = {
  denied: 'denied',
  no_response: 'lobby_timeout',
  blocked: 'blocked_by_platform',
  login_required: 'login_required',
  captcha: 'captcha',
  rtms_required: 'zoom_rtms_required',
  passcode_required: 'passcode_required',
  not_found: 'not_found',
  kicked: 'kicked',
  ended: 'host_ended',
};

/** How long each is waited for, in milliseconds. */
export const PATIENCE = { load: 45_000, unknown: 60_000, notStarted: 600_000, lobby: 600_000, sound: 60_000, alone: 300_000 };
const LOOK_MS = 500;
const ASK_AGAIN_MS = 5_000;
const PAGE_MS = 10_000;
const FLUSH_MS = 10_000;
/** A page that hangs keeps nobody's slot: whoever was called back is gone by then, and no visit is longer than a day's meeting. */
const LEAVE_MS = 15_000;
const LONGEST_MS = 6 * 3_600_000;
/** Sound comes every two seconds; where none does, nothing is heard any more. */
const STILL_MS = 15_000;
const LONGEST_CHUNK_SECONDS = 2.5;

/** What playwright switches off, which naming any replaces; then what costs a renderer each and is seen by nobody here: its menus, and a page held for the next; sound that nobody hears needs no process. */
const FEATURES_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // In a process of its own such a frame now and then runs its page before what is put into it first: see `onlyAt`.
  'IsolateSandboxedIframes',
  ...['PreloadTopChromeWebUI', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess', 'BackForwardCache', 'AudioServiceOutOfProcess'],
];

/** In a page's own words. */
const snapshotOf = ({ nameField, people }: PlatformDriver): string => `(() => ({
  url: location.href,
  title: document.title,
  text: (document.body?.innerText ?? '').slice(0, 20000).replace(/[\\u2018\\u2019]/g, "'"),
  people: document.querySelectorAll(${JSON.stringify(people)}).length,
  asksName: document.querySelector(${JSON.stringify(nameField)}) !== null,
  audioTracks: globalThis.attuneCapture?.tracks() ?? 0,
}))()`;

interface BrowserEngineOptions {
  /** The browser's program; without one nothing can be joined. */
  chromium: string | undefined;
  /** Keeps pages apart from the machine; not where the browser is started by root, nor in every container. */
  sandbox: boolean;
  /** Of this machine, reached as if it were public; tests alone have one. */
  testOrigin: string | undefined;
  patience?: typeof PATIENCE;
}

/** Joins meetings as a guest of their pages for browsers, in a Chromium of its own for each visit. */
export class BrowserEngine extends MeetingEngine {
  constructor(private readonly options: BrowserEngineOptions) {
    super();
  }

  unavailable(): string | undefined {
    return this.options.chromium === undefined ? NOT_SET_UP : undefined;
  }

  async visit(meeting: MeetingVisit, listener: MeetingListener, stop: AbortSignal): Promise<MeetingEnd> {
    let proxy: EgressProxy | undefined;
    let browser: Browser | undefined;
    try {
      proxy = await openEgressProxy(this.options.testOrigin);
      browser = await this.launch(proxy.url);
      const visit = new Visit(browser, meeting, listener, stop, this.options.patience ?? PATIENCE).run();
      // What hangs ends with its browser, and nobody waits for it then.
      visit.catch(() => undefined);
      return await Promise.race([visit, afterCall(stop), pause(LONGEST_MS).then((): MeetingEnd => 'browser_crash')]);
    } catch (error) {
      if (error instanceof ListenerFailed) throw error.cause;
      // What the page or its address says is nothing for a log.
      new Logger('notetaker').warn(`The notetaker's browser failed: ${error instanceof Error ? error.name : 'unknown error'}`);
      return browser === undefined ? 'engine_unavailable' : 'browser_crash';
    } finally {
      await browser?.close().catch(() => undefined);
      await proxy?.close();
    }
  }

  private async launch(proxy: string): Promise<Browser> {
    const { chromium } = await import('playwright-core');
    await clearLeftProfiles(tmpdir()).catch(() => undefined);
    return chromium.launch({
      executablePath: this.options.chromium ?? '',
      chromiumSandbox: this.options.sandbox,
      // It needs none of the worker's secrets.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'en_US.UTF-8' },
      proxy: { server: proxy, bypass: '<-loopback>' },
      // Pages draw nothing by drivers in software either.
      ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
      args: [
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
        '--disable-renderer-backgrounding',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-software-rasterizer',
        // What fetches has no sandbox on Linux anyway. What draws stays in a process of its own: within the browser's it holds up the sound on a busy machine.
        '--enable-features=NetworkServiceInProcess2',
        `--disable-features=${FEATURES_OFF.join()}`,
        '--disable-quic',
        '--mute-audio',
        '--lang=en-US',
      ],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: PATIENCE.load,
    });
  }
}

/** What was heard is not taken: the visit ends, and whoever listens is told why. */
class ListenerFailed extends Error {
  constructor(override readonly cause: unknown) {
    super('not taken');
  }
}

/** As the page hands it over. */
interface PageChunk {
  startFrame: number;
  lostMs: number;
  /** In base64. */
  pcm: string;
}

/** One way into a meeting, and out of it. It waits by a clock that nobody sets: the one on the wall may jump while it listens. */
class Visit {
  private readonly driver: PlatformDriver;
  private crashed = false;
  /** What the listener threw; nothing more is handed over. */
  private failure: ListenerFailed | undefined;
  private clock: SoundClock | undefined;
  private beganAt = 0;
  /** When sound was handed over last, and whether it is being stored. */
  private handedAt = 0;
  private storing = 0;

  constructor(
    private readonly browser: Browser,
    private readonly meeting: MeetingVisit,
    private readonly listener: MeetingListener,
    private readonly stop: AbortSignal,
    private readonly patience: typeof PATIENCE,
  ) {
    this.driver = DRIVERS[meeting.platform];
    browser.on('disconnected', () => (this.crashed = true));
  }

  async run(): Promise<MeetingEnd> {
    const page = await this.open();
    const refused = await this.comeIn(page);
    if (refused !== 'joined') return refused;
    await this.told(this.listener.admitted());
    if (this.stop.aborted) {
      await this.leave(page);
      return 'called_back';
    }
    await withinTime(PAGE_MS, this.driver.settle(page)).catch(() => undefined);
    if (!(await withinTime(2 * PAGE_MS, this.driver.announce(page, this.meeting.announcement)).catch(() => false))) {
      await this.leave(page);
      return 'announce_failed';
    }
    if (this.stop.aborted) {
      await this.leave(page);
      return 'called_back';
    }
    this.beganAt = performance.now();
    this.handedAt = this.beganAt;
    this.clock = new SoundClock(this.meeting.rate, this.beganAt);
    await withinTime(PAGE_MS, page.evaluate(`attuneCapture.begin(${this.meeting.rate})`));
    const end = await this.stay(page);
    await this.leave(page);
    if (this.failure) throw this.failure;
    return end;
  }

  private async open(): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({ locale: 'en-US', bypassCSP: true, serviceWorkers: 'block', acceptDownloads: false, viewport: { width: 1280, height: 720 } });
    context.setDefaultTimeout(PAGE_MS);
    const page = await context.newPage();
    page.on('crash', () => (this.crashed = true));
    // What frames within the page say is nobody's sound.
    await page.exposeBinding('attuneHeard', ({ frame }, chunk: unknown) => frame === page.mainFrame() && this.isSound(chunk) && this.heard(chunk));
    const address = this.driver.addressOf(this.meeting.url);
    await context.addInitScript({ content: onlyAt(new URL(address).hostname, await readFile(join(__dirname, 'page-capture.js'), 'utf8')) });
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: this.patience.load }).catch(() => undefined);
    return page;
  }

  /** Asks to be let in, and waits for it. */
  private async comeIn(page: Page): Promise<MeetingEnd | 'joined'> {
    const since = new Map<string, number>();
    const waited = (what: string): number => performance.now() - (since.get(what) ?? since.set(what, performance.now()).get(what) ?? 0);
    for (let askedAt = -Infinity; ; await pause(LOOK_MS)) {
      if (this.stop.aborted) {
        await this.leave(page);
        return 'called_back';
      }
      const state = this.driver.classify(await this.look(page));
      if (state === 'joined') return 'joined';
      const end = ENDS[state];
      if (end) return end;
      if (state !== 'unknown' && state !== 'dialog') since.delete('unknown');
      if (state === 'prejoin' && performance.now() - askedAt >= ASK_AGAIN_MS) {
        askedAt = performance.now();
        await withinTime(PAGE_MS, this.driver.askToJoin(page, this.meeting.displayName)).catch(() => undefined);
      }
      if (state === 'lobby' && !since.has('lobby')) await this.told(this.listener.waits());
      if (state === 'lobby' && waited('lobby') > this.patience.lobby) {
        await this.leave(page);
        return 'lobby_timeout';
      }
      if (state === 'not_started') {
        if (waited('not started') > this.patience.notStarted) return 'not_started_timeout';
        await pause(Math.min(15_000, this.patience.notStarted));
        await page.reload({ waitUntil: 'domcontentloaded' }).catch(() => undefined);
      }
      if ((state === 'unknown' || state === 'dialog' || state === 'prejoin') && waited(state === 'prejoin' ? 'prejoin' : 'unknown') > this.patience.unknown) return 'ui_changed';
    }
  }

  /** In the call, until something ends it. */
  private async stay(page: Page): Promise<MeetingEnd> {
    let [withSound, withOthers, known] = [performance.now(), performance.now(), performance.now()];
    for (;;) {
      await pause(LOOK_MS);
      if (this.stop.aborted) return 'called_back';
      if (this.failure) throw this.failure;
      const snapshot = await this.look(page);
      // While people are shown it is the call, whatever they write: only a page without them says that it is over.
      const end = snapshot.people === 0 ? ENDS[this.driver.classify(snapshot)] : undefined;
      if (end) return end;
      const now = performance.now();
      if (snapshot.people > 0) known = now;
      if (this.storing === 0 && now - this.handedAt > STILL_MS) return 'no_audio_stream';
      if (snapshot.audioTracks > 0) withSound = now;
      if (!this.driver.countsPeople || snapshot.people > 1) withOthers = now;
      if (now - known > this.patience.unknown) return 'ui_changed';
      if (now - withOthers > this.patience.alone) return 'alone_timeout';
      // Where others are, and no sound of theirs arrives, silence would be kept for a session.
      if (now - withOthers < LOOK_MS * 2 && now - withSound > this.patience.sound) return 'no_audio_stream';
    }
  }

  private async look(page: Page): Promise<PageSnapshot> {
    if (this.crashed) throw new Error('the page crashed');
    try {
      return await withinTime(PAGE_MS, page.evaluate<PageSnapshot>(snapshotOf(this.driver)));
    } catch (error) {
      // While one page makes room for another there is none to look at.
      if (this.crashed || !/context was destroyed|navigat/i.test(String(error))) throw error;
      return { url: page.url(), title: '', text: '', people: 0, asksName: false, audioTracks: 0 };
    }
  }

  /** A page is not believed: what it hands over has the shape and the length that sound can have by now. */
  private isSound(chunk: unknown): chunk is PageChunk {
    const { startFrame, lostMs, pcm } = (chunk ?? {}) as Partial<PageChunk>;
    if (typeof pcm !== 'string' || !Number.isSafeInteger(startFrame) || !Number.isFinite(lostMs) || !this.clock) return false;
    const bytes = Buffer.byteLength(pcm, 'base64');
    const last = Number(startFrame) + bytes / 2 + (Math.max(0, Number(lostMs)) * this.meeting.rate) / 1_000;
    return Number(startFrame) >= 0 && bytes > 0 && bytes % 2 === 0 && bytes <= LONGEST_CHUNK_SECONDS * this.meeting.rate * 2 && last <= this.clock.mostFrames(performance.now() - this.beganAt);
  }

  /** @returns whether the page may let go of it */
  private async heard({ startFrame, lostMs, pcm }: PageChunk): Promise<boolean> {
    if (!this.clock || this.failure) return false;
    this.storing += 1;
    try {
      await this.listener.heard(this.clock.place(startFrame, Buffer.from(pcm, 'base64'), lostMs));
      return true;
    } catch (error) {
      this.failure = new ListenerFailed(error);
      return false;
    } finally {
      this.storing -= 1;
      this.handedAt = performance.now();
    }
  }

  private async told(done: Promise<void>): Promise<void> {
    try {
      await done;
    } catch (error) {
      throw new ListenerFailed(error);
    }
  }

  /** Hands over what is left, then says goodbye. */
  private async leave(page: Page): Promise<void> {
    if (this.crashed) return;
    if (this.clock && !this.failure) await withinTime(FLUSH_MS, page.evaluate('attuneCapture.end()')).catch(() => undefined);
    await withinTime(PAGE_MS, this.driver.leave(page)).catch(() => undefined);
  }
}

/**
 * What WebRTC sends goes past the proxy, to wherever a page says: pages and frames of other hosts than the meeting's have none of it.
 * @param capture runs where the meeting is
 */
function onlyAt(host: string, capture: string): string {
  const suffix = host.endsWith('.zoom.us') ? '.zoom.us' : undefined;
  return `(() => {
    const host = location.hostname;
    if (host !== ${JSON.stringify(host)} && !(${JSON.stringify(suffix ?? null)} && host.endsWith(${JSON.stringify(suffix ?? '')}))) {
      for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport']) delete globalThis[name];
      return;
    }
    ${capture}
  })()`;
}

/** Comes back a while after a visit was called back. */
function afterCall(stop: AbortSignal): Promise<MeetingEnd> {
  const called = new Promise<void>((resolve) => (stop.aborted ? resolve() : stop.addEventListener('abort', () => resolve(), { once: true })));
  return called.then(() => pause(LEAVE_MS)).then(() => 'called_back');
}

/** Nobody is kept by it alone. */
function pause(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}
