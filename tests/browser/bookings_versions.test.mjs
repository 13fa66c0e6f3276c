// Two change the same booking, or one cancels what the other changes: both versions are shown, and
// nothing is lost or given back unseen.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  booked,
  bookingDialog,
  cancel,
  day,
  deaf,
  household,
  line,
  rebook,
  shownPrice,
  stay,
  stayDays,
  stays,
} from './support/bookings.mjs';
import { dialog, expectNoDialog, message, pressEdit } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/places\/[^/]+\/events/, status: 409 };
const gone = { url: /\/api\/v1\/places\/[^/]+\/events\//, status: 404 };

async function changedMeanwhile(act, open = act.open) {
  const { nora, ben, place } = await household(act);
  const his = await book(ben, place, 7, 9, { note: 'Two of us' });
  const page = await open(ben, addressOf.month(place));
  act.announce(page, refused, gone);
  await stay(page, 'Ben Berg', 7, 9).click();
  await pressEdit(page);
  const shown = bookingDialog(page, 'Edit booking');
  await shown.getByLabel('Note').fill('Three of us');
  await shown.getByLabel('Departure').fill(day(10));
  return { nora, ben, place, his, page, shown };
}

const choices = {
  'Use my version': ['Ben Berg', 'Three of us', day(10), 35_000],
  'Use the current version': ['The Bergs', 'Four of you', day(9), 20_000],
  // The title was changed by them alone; of the note, which both changed, mine is suggested.
  'Save this choice': ['The Bergs', 'Three of us', day(10), 35_000],
};

for (const [choice, expected] of Object.entries(choices)) {
  scene.test(`changed in two places, both versions are shown: “${choice}”`, async (act) => {
    const { nora, ben, place, his, page, shown } = await changedMeanwhile(act);
    await rebook(nora, place, his.id, { title: 'The Bergs', note: 'Four of you' });
    await shown.getByRole('button', { name: 'Save', exact: true }).click();
    const versions = dialog(page, 'Two versions of “Ben Berg”');
    await versions.getByText('Nora Nilsen changed this while you were editing it.').waitFor();
    const row = (name) => versions.getByRole('group', { name: new RegExp(`^${name}`) });
    for (const [name, mine, theirs] of [
      ['Nights', stayDays(day(7), day(10)), stayDays(day(7), day(9))],
      ['Title', 'Ben Berg', 'The Bergs'],
      ['Note', 'Three of us', 'Four of you'],
    ]) {
      await row(name)
        .getByRole('radio', { name: `Your version ${mine}` })
        .waitFor();
      await row(name)
        .getByRole('radio', { name: `Current version ${theirs}` })
        .waitFor();
    }
    await versions.getByRole('button', { name: choice }).click();
    await expectNoDialog(page);
    const { title, end, extendedProps } = await booked(ben, place, his.id);
    assert.deepEqual([title, extendedProps.note, end, extendedProps.total], expected);
    await stay(page, expected[0]).waitFor();
  });
}

scene.test(
  'deciding nothing between two versions changes nothing and loses nothing',
  async (act) => {
    const { nora, ben, place, his, page, shown } = await changedMeanwhile(act);
    await rebook(nora, place, his.id, { title: 'The Bergs' });
    await shown.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog(page, 'Two versions of “Ben Berg”').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Two versions of “Ben Berg”').waitFor({ state: 'detached' });
    assert.equal(await shown.getByLabel('Note').inputValue(), 'Three of us');
    assert.equal(await shown.getByLabel('Departure').inputValue(), day(10));
    const { title, extendedProps } = await booked(ben, place, his.id);
    assert.deepEqual([title, extendedProps.note], ['The Bergs', 'Two of us']);
  },
);

// Whether or not the page hears of it before somebody saves.
for (const isDeaf of [false, true]) {
  const how = isDeaf ? 'when it is saved' : 'at once';
  scene.test(
    `what was cancelled meanwhile is said ${how}, and can be booked again`,
    async (act) => {
      const open = isDeaf ? (...given) => deaf(act, ...given) : act.open;
      const { nora, ben, place, his, page, shown } = await changedMeanwhile(act, open);
      // The page may still ask what it costs.
      act.announce(page, { url: new RegExp(`/quote\\?.*instead=${his.id}`), status: 404 });
      await cancel(nora, place, his.id);
      if (isDeaf) await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await shown.getByText('This has been cancelled in the meantime.').waitFor();
      assert.equal(await shown.getByLabel('Note').inputValue(), 'Three of us');
      await shown.getByRole('button', { name: 'Book again' }).click();
      await expectNoDialog(page);
      await stay(page, 'Ben Berg', 7, 10).waitFor();
      assert.deepEqual(await stays(ben, place), [line(7, 10, 'Ben Berg')]);
      const [again] = await ben.get('/api/v1/bookings/own');
      assert.deepEqual([again.extendedProps.note, again.id === his.id], ['Three of us', false]);
    },
  );
}

scene.test('nobody cancels what they have not seen', async (act) => {
  const { nora, ben, place } = await household(act);
  const his = await book(ben, place, 7, 9);
  const page = await deaf(act, ben, addressOf.month(place));
  act.announce(page, refused);
  await stay(page, 'Ben Berg', 7, 9).click();
  await pressEdit(page);
  const shown = bookingDialog(page, 'Edit booking');
  await shown.getByLabel('Note').waitFor();
  await rebook(nora, place, his.id, { note: 'The key is under the mat' });
  await shown.getByRole('button', { name: 'Cancel booking…' }).click();
  await shown.getByRole('button', { name: 'Cancel booking' }).click();
  await shown
    .getByRole('alert')
    .filter({ hasText: 'was changed elsewhere in the meantime' })
    .waitFor();
  assert.equal(await shown.getByLabel('Note').inputValue(), 'The key is under the mat');
  await eventually(async () => (await shownPrice(shown)).total, '€200');
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
  await shown.getByRole('button', { name: 'Cancel booking…' }).click();
  await shown.getByRole('button', { name: 'Cancel booking' }).click();
  await expectNoDialog(page);
  await message(page, `Cancelled “Ben Berg”, ${stayDays(day(7), day(9))}`).waitFor();
  await eventually(() => stays(ben, place), []);
});
