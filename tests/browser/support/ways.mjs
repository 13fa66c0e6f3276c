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
