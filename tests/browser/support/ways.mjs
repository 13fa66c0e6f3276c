// What people do again and again, by the names that they see.

import assert from 'node:assert/strict';

export async function fillAccount(page, { name, email, password }) {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function signIn(page, { email, password }) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function openAccountMenu(page, person) {
  await page.getByRole('button', { name: `Account of ${person.name}` }).click();
}

// The path and the query of a page's address.
export function addressOf(page) {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

// Waits until the page is at this path (text or pattern).
export async function expectPath(page, path) {
  const isThere = (url) =>
    typeof path === 'string' ? url.pathname === path : path.test(url.pathname);
  await page.waitForURL(isThere, { waitUntil: 'commit' });
}

// Waits until `read` gives what is expected: for what can be asked of the server alone.
export async function eventually(read, expected, message) {
  const end = Date.now() + 8000;
  for (;;) {
    const value = await read();
    try {
      assert.deepEqual(value, expected, message);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function expectFocusKept(page) {
  const name = await page.evaluate(() => document.activeElement?.tagName ?? 'nothing');
  assert.notEqual(name, 'BODY', 'the focus is lost');
  assert.notEqual(name, 'nothing', 'the focus is lost');
}

const maxTabs = 60;

// Presses Tab until it has the focus.
export async function tabTo(page, locator, key = 'Tab') {
  await locator.waitFor();
  for (let presses = 0; presses < maxTabs; presses++) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${locator} is not reached with ${key}`);
}

export async function expectNoSidewaysScroll(page, where) {
  const tooWide = await page.evaluate(() =>
    [document.documentElement, document.body, document.getElementById('content')]
      .concat([...document.querySelectorAll('main, dialog[open], dialog[open] .body')])
      .filter((element) => element && element.scrollWidth > element.clientWidth)
      .map(
        (element) =>
          `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`,
      ),
  );
  assert.deepEqual(tooWide, [], where);
}
