import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';
import { clearLeftProfiles } from './left-profiles';

/** What playwright switches off, which naming any replaces; then what costs a renderer each and is seen by nobody here: its menus, and a page held for the next; sound that nobody hears needs no process. */
const FEATURES_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // In a process of its own such a frame now and then runs its page before what is put into it first: see `onlyAt`.
  'IsolateSandboxedIframes',
  ...['PreloadTopChromeWebUI', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess', 'BackForwardCache', 'AudioServiceOutOfProcess'],
];

interface ChromiumOptions {
  /** The browser's program. */
  chromium: string | undefined;
  /** Keeps pages apart from the machine; not where the browser is started by root, nor in every container. */
  sandbox: boolean;
  /** Through which everything goes. */
  proxy: string;
  timeoutMs: number;
}

/** A browser for one visit, with a profile of its own and none of the worker's secrets. */
export async function launchChromium({ chromium: program, sandbox, proxy, timeoutMs }: ChromiumOptions): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  await clearLeftProfiles(tmpdir()).catch(() => undefined);
  return chromium.launch({
    executablePath: program ?? '',
    chromiumSandbox: sandbox,
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
    timeout: timeoutMs,
  });
}
