// Ctrl+K reaches every page, begins anything, and finds what a person has in all apps.

import assert from 'node:assert/strict';
import { dialog, expectNoDialog, november } from './support/calendar.mjs';
import { join } from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const palette = (page) => dialog(page, 'Search');
const option = (page, name) => palette(page).getByRole('option', { name });

async function openPalette(page) {
  await expectNoDialog(page);
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
}

scene.test('the palette goes to pages, begins things and finds them', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const ben = await act.person('Ben Berg');
  const choir = await nora.makeCalendar('Choir');
  const concert = await nora.makeEntry(choir, {
    ...{ title: 'Winter concert', date: '2026-12-19', kind: { type: 'AllDay' } },
  });
  const project = await nora.call('POST', '/api/v1/projects', {
    name: 'Café garden',
    color: '#00AA55',
  });
  await nora.call('POST', `/api/v1/projects/${project.id}/tasks`, {
    title: 'Plant the élder tree',
  });
  await join(nora, project, ben);
  const page = await act.open(nora, november);

  await openPalette(page);
  await page.keyboard.type('security');
  await option(page, /Settings: Security/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/security');

  await openPalette(page);
  await page.keyboard.type('new project');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects/all/new');
  await dialog(page, 'New project').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);

  await openPalette(page);
  await page.keyboard.type('elder tr');
  await option(page, /Plant the élder tree.*Café garden/).click();
  await page.waitForURL('**/tasks/*');
  await dialog(page, 'Café garden').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);

  await openPalette(page);
  await page.keyboard.type('choir');
  await option(page, /Choir/).waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);

  // An entry of a calendar is opened on its day.
  await openPalette(page);
  await page.keyboard.type('concert');
  await option(page, /Winter concert.*Choir/).click();
  await page.waitForURL(`**/2026-12-19/entries/${concert.id}`);
  await dialog(page).getByText('Winter concert').first().waitFor();
  await page.keyboard.press('Escape');

  // A person leads to what they have to do.
  await openPalette(page);
  await page.keyboard.type('ben be');
  await option(page, /Ben Berg.*Café garden/).click();
  await page.waitForURL(`**/projects/list/${project.id}?assignee=${ben.id}`);
});

scene.test('nobody finds what is not theirs', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const project = await nora.call('POST', '/api/v1/projects', {
    name: 'Secret',
    color: '#00AA55',
  });
  await nora.call('POST', `/api/v1/projects/${project.id}/tasks`, {
    title: 'Surprise party',
  });
  const page = await act.open(ben, november);
  await page.getByRole('button', { name: 'Find anything' }).click();
  await palette(page).waitFor();
  await page.keyboard.type('surprise');
  await palette(page).getByText('Nothing found', { exact: true }).waitFor();
  assert.equal(await option(page, /Surprise/).count(), 0);
});
