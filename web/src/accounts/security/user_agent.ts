// What a browser calls itself, in words. Browsers pretend to be others, so the order matters: who
// pretends comes before whom they pretend to be.

import { t } from '../../lib/messages';

const browsers: [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

// "Firefox on Linux"; the name of a program that is no browser; or that it is not known.
export function deviceOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (system !== undefined) return onSystem(browser, system);
  if (browser) return browser;
  const program = /^[\w.-]+/.exec(userAgent.trim())?.[0];
  return program && program !== 'Mozilla' ? program : t.accounts.devices.unknown();
}

function onSystem(browser: string | undefined, name: string): string {
  const words = t.accounts.devices;
  const system = name === 'iPhone' ? words.iphone() : name === 'iPad' ? words.ipad() : name;
  return browser === undefined
    ? words.someBrowser({ system })
    : words.onSystem({ browser, system });
}

function nameIn(names: [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
