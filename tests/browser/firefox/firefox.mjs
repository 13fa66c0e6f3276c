// Debian's Firefox, driven by puppeteer-core over WebDriver BiDi, and a page in it as a person finds
// their way: by what things are and are called. As in Chromium (../support/scene.mjs), errors of
// scripts, messages on the console, violations of the content security policy and requests that fail
// are failures, unless the test has announced them.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { desktop, now, shiftClock } from '../support/browser.mjs';
import { fontEnvironment } from '../support/fonts.mjs';
import { Norn } from '../support/norn.mjs';
import { setUp, signUp } from '../support/people.mjs';
import { playTwice } from '../support/play_twice.mjs';
import { reportViolations } from '../support/watch.mjs';

const outputFolder =
  process.env.NORN_BROWSER_OUTPUT ??
  fileURLToPath(new URL('../../../build/firefox', import.meta.url));
const testLimitMs = 60_000;
const patienceMs = 10_000;
const pauseMs = 30;

// NORN_FIREFOX in the environment names another one. `home` is where it keeps what it likes.
function openFirefox(home) {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.NORN_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    env: {
      ...process.env,
      ...fontEnvironment(),
      HOME: home,
      TZ: 'Europe/Berlin',
    },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB, en',
      'intl.locale.requested': 'en-GB',
      'ui.prefersReducedMotion': 1,
    },
  });
}

// The tests of one file: a norn with its administrator, and a Firefox.
export function makeScene() {
  const shared = {};
  before(async () => {
    shared.home = mkdtempSync(join(tmpdir(), 'norn-firefox-'));
    const started = await Promise.allSettled([Norn.start(), openFirefox(shared.home)]);
    [shared.norn, shared.browser] = started.map(({ value }) => value);
    for (const { status, reason } of started) if (status === 'rejected') throw reason;
    // Before the first account there is another page: see ownNorn.
    shared.administrator = await setUp(shared.norn);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.norn?.end();
    rmSync(shared.home, { recursive: true, force: true });
  });
  return {
    test(name, body) {
      const playOnce = () => play(shared, name, body);
      test(name, { timeout: testLimitMs }, () => playTwice(name, playOnce));
    },
  };
}

async function play(shared, name, body) {
  const act = new Act(shared);
  try {
    await body(act);
    for (const tab of act.tabs) tab.check();
  } catch (error) {
    const files = await act.keep(name).catch((reason) => [`nothing could be kept: ${reason}`]);
    throw new Error(`${error.message}\nKept: ${files.join(' ')}`, {
      cause: error,
    });
  } finally {
    for (const context of act.contexts) await context.close().catch(() => undefined);
    for (const norn of act.norns) await norn.end();
  }
}

// What one test has to do with.
class Act {
  contexts = [];
  tabs = [];
  norns = [];
  #browser;

  constructor({ norn, browser, administrator }) {
    this.norn = norn;
    this.administrator = administrator;
    this.#browser = browser;
    this.person = (name = 'Nora Nilsen') => signUp(this.norn, this.administrator, name);
  }

  // A norn of this test's own, without any account.
  async newNorn() {
    this.norn = await Norn.start();
    this.norns.push(this.norn);
    return this.norn;
  }

  // A browser of their own for somebody (nobody: undefined), at an address.
  async open(who, address, { viewport } = desktop) {
    const context = await this.#browser.createBrowserContext();
    this.contexts.push(context);
    if (who) {
      const cookie = {
        name: 'norn',
        value: who.cookie,
        domain: '127.0.0.1',
        path: '/',
      };
      await context.setCookie({ ...cookie, httpOnly: true, sameSite: 'Lax' });
    }
    const page = await context.newPage();
    await page.setViewport(viewport);
    const tab = new Tab(page, this.norn.url);
    this.tabs.push(tab);
    await tab.start();
    await tab.goto(address);
    return tab;
  }

  async keep(name) {
    const stem = join(outputFolder, name.replace(/\W+/g, '_').slice(0, 80));
    mkdirSync(outputFolder, { recursive: true });
    const files = [];
    for (const [index, { page, lines }] of this.tabs.entries()) {
      const file = `${stem}-${index + 1}`;
      await page.screenshot({ path: `${file}.png` }).catch(() => undefined);
      writeFileSync(`${file}.log`, `${page.url()}\n${lines.join('\n')}\n`);
      files.push(`${file}.png`, `${file}.log`);
    }
    return files;
  }
}

const selectors = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  dialog: 'dialog[open], [role=dialog]',
  field: 'input, select, textarea',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  message: '[aria-label=Messages] p',
};

// Runs in the page: the first of these that is shown and has such a name.
function findNamed(selector, source, root) {
  const pattern = new RegExp(source);
  const clean = (text) => text.replace(/\s+/g, ' ').trim();
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label');
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const titles = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    const labels = [...(element.labels ?? [])].map(({ textContent }) => textContent);
    const texts = [...titles, ...labels];
    return clean(label ?? (texts.length > 0 ? texts.join(' ') : element.textContent));
  };
  const all = [...(root ?? document).querySelectorAll(selector)];
  return all.find((each) => each.checkVisibility() && pattern.test(nameOf(each))) ?? null;
}

// A text is the whole name.
function sourceOf(name) {
  if (name instanceof RegExp) return name.source;
  return `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
}

// One page. Whatever is looked for is waited for.
export class Tab {
  // Everything that was said, for the log of a failed test.
  lines = [];
  #problems = [];
  #announced = [];
  #url;

  constructor(page, url) {
    this.page = page;
    this.#url = url;
  }

  async start() {
    const complain = (text) => {
      this.#problems.push(text);
      this.lines.push(`PROBLEM ${text}`);
    };
    this.page.on('console', (message) => {
      this.lines.push(`console.${message.type()} ${message.text()}`);
      if (message.type() === 'error') complain(`on the console: ${message.text()}`);
    });
    this.page.on('pageerror', (error) => complain(`error of a script: ${error.stack ?? error}`));
    this.page.on('requestfailed', (request) => {
      const text = request.failure()?.errorText ?? '';
      this.lines.push(`failed ${request.method()} ${request.url()} ${text}`);
      // Cancelled by the page, or because the page is left.
      if (!/ABORT/i.test(text)) complain(`${request.url()} failed: ${text}`);
    });
    this.page.on('response', (response) => {
      const [url, status] = [response.url(), response.status()];
      this.lines.push(`${status} ${url}`);
      const isAnnounced = this.#announced.some(
        (each) => each.url.test(url) && each.status === status,
      );
      if (status >= 400 && !isAnnounced) complain(`${url} was answered with ${status}`);
    });
    await this.page.evaluateOnNewDocument(reportViolations);
    await this.page.evaluateOnNewDocument(shiftClock, now);
  }

  // From here on these requests may fail: { url: /pattern/, status: 412 }.
  announce(...failures) {
    this.#announced.push(...failures);
  }

  check() {
    if (this.#problems.length > 0) throw new Error(`In the page:\n${this.#problems.join('\n')}`);
  }

  async goto(address) {
    await this.page.goto(new URL(address, this.#url).href, {
      waitUntil: 'domcontentloaded',
    });
  }

  // Waits until `look`, which runs in the page, finds something, and gives that.
  async until(look, what, ...given) {
    const end = Date.now() + patienceMs;
    for (;;) {
      const handle = await this.page.evaluateHandle(look, ...given);
      const found = handle.asElement() ?? (await handle.jsonValue());
      if (found) return found;
      if (Date.now() > end) assert.fail(`${what} is not there`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  find(role, name, root) {
    return this.until(findNamed, `${role} ${name}`, selectors[role], sourceOf(name), root ?? null);
  }

  // Waits until there is none.
  async gone(role, name) {
    const end = Date.now() + patienceMs;
    while (await this.isThere(role, name)) {
      if (Date.now() > end) assert.fail(`${role} ${name} is still there`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async isThere(role, name) {
    const handle = await this.page.evaluateHandle(findNamed, selectors[role], sourceOf(name), null);
    return handle.asElement() !== null;
  }

  async click(role, name, root) {
    await this.withFound(role, name, root, (element) => element.click());
  }

  // Does something with what is found. A page that is still loading may draw it anew in between:
  // then it is looked for again.
  async withFound(role, name, root, act) {
    const end = Date.now() + patienceMs;
    for (;;) {
      const element = await this.find(role, name, root);
      try {
        return await act(element);
      } catch (error) {
        const isGone = /detached|stale|no such node/i.test(error.message);
        if (!isGone || Date.now() > end) throw error;
      }
    }
  }

  // Writes into a field; dates, times and choices are set.
  async fill(name, text) {
    await this.withFound('field', name, undefined, (field) => this.#write(field, text));
  }

  async #write(field, text) {
    const isText = await field.evaluate(
      (element) => !/^(date|time|select-one)$/.test(element.type),
    );
    if (isText) {
      await field.evaluate((element) => element.select());
      await field.focus();
      await this.page.keyboard.type(text);
      return;
    }
    await field.evaluate((element, value) => {
      element.focus();
      const prototype = Object.getPrototypeOf(element);
      Object.getOwnPropertyDescriptor(prototype, 'value').set.call(element, value);
      for (const type of ['input', 'change']) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }, text);
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  async pressWith(modifier, key) {
    await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    await this.page.keyboard.up(modifier);
  }

  // An entry of a view. Its name begins with its title.
  entry(title) {
    return this.find('button', new RegExp(`^${title}, `));
  }

  // Where it is once it stays there.
  async boxOf(handle) {
    return handle.evaluate(async (element) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let before = ''; ;) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const now = [x, y, width, height].join();
        if (now === before) return { x, y, width, height };
        before = now;
        await frame();
        await frame();
      }
    });
  }

  // With the mouse, as a hand does it.
  async drag(from, to) {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 4, from.y + 4);
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  async expectPath(pattern) {
    await this.until(
      (source) => new RegExp(source).test(location.pathname),
      `${pattern}`,
      pattern.source,
    );
  }
}
