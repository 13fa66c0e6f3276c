// The app in the languages of those who read it: that of the browser, or one that somebody chose.

import assert from 'node:assert/strict';
import { addressesSeen, englishIn } from './support/languages.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const language = (page) => page.evaluate(() => document.documentElement.lang);

for (const [locale, heading, lang] of [
  ['de-AT', 'Anmelden', 'de-AT'],
  ['zh-CN', '登录', 'zh-CN'],
  ['fr-FR', 'Sign in', 'en-GB'],
]) {
  scene.test(`the sign-in page of a browser in ${locale} says “${heading}”`, async ({ open }) => {
    const page = await open(undefined, '/sign-in', { locale });
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    assert.equal(await language(page), lang);
  });
}

scene.test('what is chosen on the sign-in page holds on this device', async (act) => {
  const nora = await act.person();
  const page = await act.open(undefined, '/sign-in');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
  await page.reload();
  // The server knows which messages the page will want, and names them in its HTML.
  const html = await (await page.request.get('/sign-in')).text();
  assert.match(html, /"\/assets\/de-base-/);
  await page.getByLabel('E-Mail-Adresse').fill(nora.email);
  await page.getByLabel('Passwort', { exact: true }).fill(nora.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation', { name: 'Apps' }).getByText('Kalender').waitFor();
  assert.equal(await language(page), 'de-DE');
});

scene.test('what is chosen in the settings holds on every device', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/appearance');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.getByRole('heading', { level: 1, name: '外观' }).waitFor();
  assert.equal((await nora.get('/api/v1/session')).language, 'zh');
  const elsewhere = await act.open(nora, '/settings/profile', { locale: 'en-US' });
  await elsewhere.getByRole('heading', { level: 1, name: '个人资料' }).waitFor();
  assert.equal(await language(elsewhere), 'zh-Hans-CN');
  // Back to that of the browser; the other device follows when it is loaded again.
  await page.getByRole('radio', { name: '跟随浏览器' }).click();
  await page.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor();
  await elsewhere.reload();
  await elsewhere.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await language(elsewhere), 'en-US');
});

for (const [tag, locale] of [
  ['de', 'de-DE'],
  ['zh', 'zh-CN'],
]) {
  scene.test(`no page is left in English for somebody who reads ${tag}`, async (act) => {
    const nora = await act.person('Nora Nilsen');
    const found = {};
    for (const { who, addresses } of addressesSeen(nora, act.administrator)) {
      const page = await act.open(who, undefined, { locale });
      act.announce(page, { url: /\/api\/v1\/invitation$/, status: 403 });
      for (const address of addresses) {
        await page.goto(address);
        await page.locator('h1').first().waitFor();
        const left = await englishIn(page, tag);
        if (left.length > 0) found[address] = left;
      }
    }
    assert.deepEqual(found, {});
  });
}
