// The page of an app that Norn does not have: tests/sixth_app adds it to the two lists of apps.

import { fileURLToPath } from 'node:url';

process.env.NORN_PROGRAM =
  process.env.NORN_SIXTH_APP ??
  fileURLToPath(new URL('../../build/release/tests/sixth_app', import.meta.url));
const { makeScene } = await import('./support/scene.mjs');

const scene = makeScene();

scene.test('a new app is in the navigation, and its page hears of changes', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/');
  await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Notes' }).click();
  await page.getByRole('heading', { name: 'Notes' }).waitFor();
  await page.getByLabel('Note').fill('Milk');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Milk' }).waitFor();
});

scene.test('a token may be allowed to use it', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('checkbox', { name: 'Read notes' }).waitFor();
});
