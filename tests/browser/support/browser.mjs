// Debian's Chromium, driven by playwright-core.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expectFont, fontEnvironment } from './fonts.mjs';

// The same browser without its windows needs half the time; it is a package of its own.
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// NORN_CHROMIUM in the environment names another one.
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.NORN_CHROMIUM ?? programs.find(existsSync) ?? programs.at(-1),
    headless: true,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid() !== 0,
    args: flags,
    env: { ...process.env, ...fontEnvironment() },
  });
  try {
    await expectFont(browser);
  } catch (error) {
    await browser.close();
    throw error;
  }
  return browser;
}

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const smallPhone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

// How people here write dates and times; where they are changes nothing, as entries have no zone.
export const usual = {
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  // Nothing is tested that moves, and what moves takes time.
  reducedMotion: 'reduce',
  ...desktop,
};

// In every test it is Wednesday, 4 November 2026, ten in the morning, and time goes on from there.
export const now = '2026-11-04T10:00:00+01:00';
export const today = '2026-11-04';

// Runs in the page, before anything of the page.
export function shiftClock(now) {
  const RealDate = Date;
  const offset = RealDate.parse(now) - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [RealDate.now() + offset] : given));
    }
    static now() {
      return RealDate.now() + offset;
    }
  };
}
