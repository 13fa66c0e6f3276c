// Tests of one theme: a norn with its administrator, a browser, and people who come and go.
//
//   const scene = makeScene();
//   scene.test('a sentence', async ({ person, open }) => { ... });

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { now, openBrowser, shiftClock, usual } from './browser.mjs';
import { Norn } from './norn.mjs';
import { Person, setUp, signUp } from './people.mjs';
import { playTwice } from './play_twice.mjs';
import { Watch } from './watch.mjs';

const outputFolder =
  process.env.NORN_BROWSER_OUTPUT ??
  fileURLToPath(new URL('../../../build/browser', import.meta.url));
const testLimitMs = 150_000;
// Of finding one thing in a page. Everything is quick here, but the machine may be busy.
const patienceMs = 10_000;

// Options: isNew, no account has been made yet.
export function makeScene({ isNew = false } = {}) {
  const shared = {};
  before(async () => {
    const started = await Promise.allSettled([Norn.start(), openBrowser()]);
    // If one of them fails, after() has to end the other, or node waits for it.
    [shared.norn, shared.browser] = started.map(({ value }) => value);
    for (const { status, reason } of started) if (status === 'rejected') throw reason;
    if (!isNew) shared.administrator = await setUp(shared.norn);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.norn?.end();
  });
  return {
    test(name, body) {
      const playOnce = () => play(shared, name, body);
      test(name, { timeout: testLimitMs }, isNew ? playOnce : () => playTwice(name, playOnce));
    },
  };
}

async function play(shared, name, body) {
  const act = new Act(shared);
  try {
    await shared.administrator?.stayRecent();
    await body(act);
    for (const watch of act.watches) watch.check();
  } catch (error) {
    const files = await act.keep(name).catch((reason) => [`nothing could be kept: ${reason}`]);
    throw new Error(`${error.message}\nKept: ${files.join(' ')}`, { cause: error });
  } finally {
    for (const context of act.contexts) await context.close().catch(() => undefined);
    for (const norn of act.norns) await norn.end();
  }
}

// What one test has to do with.
class Act {
  contexts = [];
  watches = [];
  norns = [];
  #pages = [];

  constructor(shared) {
    this.norn = shared.norn;
    this.browser = shared.browser;
    this.administrator = shared.administrator;
    // Bound, so that tests can take them apart.
    this.person = (name = 'Nora Nilsen') => signUp(this.norn, this.administrator, name);
    this.open = this.open.bind(this);
  }

  // A norn of this test's own, which it may restart.
  async ownNorn() {
    this.norn = await Norn.start();
    this.norns.push(this.norn);
    this.administrator = await setUp(this.norn);
    return this.norn;
  }

  // A browser of their own for somebody (nobody: undefined), with a first page at an address.
  async open(who, address, options = {}) {
    const settings = { ...usual, baseURL: this.norn.url, ...options };
    const context = await this.browser.newContext(settings);
    this.contexts.push(context);
    context.setDefaultTimeout(patienceMs);
    const watch = new Watch();
    this.watches.push(watch);
    await watch.start(context);
    await context.addInitScript(shiftClock, now);
    if (who) await signIn(context, this.norn, who);
    context.on('page', (page) => this.#pages.push({ page, watch }));
    const page = await context.newPage();
    if (address) await page.goto(address);
    return page;
  }

  // Lets the requests of a page's browser fail: see Watch.announce.
  announce(page, ...failures) {
    this.watches[this.contexts.indexOf(page.context())].announce(...failures);
  }

  // Keeps what every page shows and what was said in it. Returns the names of the files.
  async keep(name) {
    const script = basename(process.argv[1] ?? 'test', '.test.mjs');
    const stem = join(outputFolder, `${script}-${name.replace(/\W+/g, '_').slice(0, 80)}`);
    mkdirSync(outputFolder, { recursive: true });
    const files = [];
    for (const [index, { page, watch }] of this.#pages.entries()) {
      if (page.isClosed()) continue;
      const file = `${stem}-${index + 1}`;
      await page.screenshot({ path: `${file}.png`, timeout: 5000 }).catch(() => undefined);
      writeFileSync(`${file}.log`, `${page.url()}\n${watch.lines.join('\n')}\n`);
      files.push(`${file}.png`, `${file}.log`);
    }
    return files;
  }
}

async function signIn(context, norn, person) {
  if (!(person instanceof Person)) throw new Error('only people sign in');
  await context.addCookies([
    { name: 'norn', value: person.cookie, url: norn.url, httpOnly: true, sameSite: 'Lax' },
  ]);
}
