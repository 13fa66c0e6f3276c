// Photos of people in family trees: added, shown on cards and in the list, and deleted.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';

// 64 by 64 red pixels.
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsEty/aMYywi+hcEKLNO+Fg' +
  'EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLKp0DxvxLbjwAAAABJRU5ErkJg' +
  'gg==';
const pngFile = { name: 'anna.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
const isLoaded = (image) =>
  image.evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0);

scene.test(
  'a photo is added, described, shown on the card and in the list, and deleted',
  async (act) => {
    const nora = await act.person('Nora Nilsen');
    const { treeId } = await nora.call('POST', api, { treeName: 'Berg' });
    await nora.call('POST', `${api}/${treeId}/persons`, { firstName: 'Anna', lastName: 'Berg' });
    const page = await act.open(nora, `/family/list/${treeId}`);
    const row = page.getByRole('main').getByRole('link', { name: /Anna Berg/ });
    await row.click();
    const shown = dialog(page, 'Anna Berg');
    const chooser = shown.locator('input[type=file]');
    await chooser.setInputFiles(pngFile);
    const photo = shown.getByRole('link', { name: 'Open the photo: Photo of Anna Berg' });
    await photo.waitFor();
    await eventually(async () => assert.ok(await isLoaded(photo.locator('img'))));
    const main = shown.getByRole('button', { name: 'Make it the main photo' });
    assert.equal(await main.getAttribute('aria-pressed'), 'true');
    await shown.getByLabel('Caption').fill('At sea');
    await shown.getByLabel('Caption').press('Tab');
    const described = shown.getByRole('link', { name: 'Open the photo: At sea' });
    await described.waitFor();
    await expectAccessible(page, 'a person with a photo');

    act.announce(page, { url: /\/photos$/, status: 400 });
    await chooser.setInputFiles({ ...pngFile, name: 'notes.png', buffer: Buffer.from('notes') });
    await shown.getByText('The file is not a picture in JPEG, PNG or WebP.').waitFor();
    await shown.getByRole('button', { name: 'Remove notes.png' }).click();

    await shown.getByRole('button', { name: 'Close' }).last().click();
    await expectNoDialog(page);
    await eventually(async () => assert.ok(await isLoaded(row.locator('img'))));
    const chart = await act.open(nora, `/family/hourglass/${treeId}`);
    const card = chart.getByRole('treeitem', { name: /^Anna Berg/ });
    await card.waitFor();
    const href = await chart.locator('svg image').first().getAttribute('href');
    assert.match(href, /\/photos\/[^/]+\?size=thumbnail$/);

    await row.click();
    await shown.getByRole('button', { name: 'Delete the photo' }).click();
    await shown.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await described.waitFor({ state: 'detached' });
  },
);
