// What comes of something that somebody does in the bookings: marked nights, questions, problems and
// messages. Each state leads a page there.

import {
  addressOf,
  bookingDialog,
  day,
  hint,
  nightOf,
  placeOfNight,
  rebook,
  stay,
  stayDays,
} from './bookings.mjs';
import { dialog, message, pressEdit } from './calendar.mjs';

async function openNew(page, { place }, first, end) {
  await page.goto(`${addressOf.month(place)}/new?start=${day(first)}&end=${day(end)}`);
  await bookingDialog(page).getByText('Total').waitFor();
  return bookingDialog(page);
}

async function openOwn(page, { place, his }) {
  await page.goto(`${addressOf.month(place)}/events/${place.id}/${his.id}`);
  await pressEdit(page);
  const shown = dialog(page, 'Edit booking');
  await shown.getByLabel('Note').waitFor();
  return shown;
}

async function openTab(page, { place }, tab) {
  await page.goto(`${addressOf.month(place)}/places/${place.id}/${tab}`);
  return dialog(page, 'Cottage');
}

const marked = [
  {
    name: 'nights marked with keys',
    who: 'ben',
    async go(page, { place }) {
      await page.goto(addressOf.month(place));
      await nightOf(page, 9).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await hint(page, 'Enter to book, Escape to cancel').waitFor();
    },
  },
  {
    name: 'taken nights marked with keys',
    who: 'ben',
    async go(page, { place }) {
      await page.goto(addressOf.month(place));
      await nightOf(page, 2).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await hint(page, /^Taken: /).waitFor();
    },
  },
  {
    name: 'the first night chosen',
    who: 'ben',
    async go(page, { place }) {
      await page.goto(addressOf.month(place));
      const { x, y } = await placeOfNight(page, 9);
      await page.mouse.click(x, y);
      await hint(page, /^Choose the last night/).waitFor();
    },
  },
];

const bookings = [
  {
    name: 'a new booking of taken nights, with a wish',
    who: 'ben',
    async go(page, world) {
      const shown = await openNew(page, world, 2, 6);
      await shown.getByRole('button', { name: 'Join the waiting list' }).click();
      await shown.getByLabel('Note (optional)').waitFor();
      await shown.getByRole('group', { name: 'Free around then' }).waitFor();
    },
  },
  {
    name: 'a new booking that is too short',
    who: 'ben',
    async go(page, world) {
      const shown = await openNew(page, world, 9, 10);
      await shown.getByRole('alert').waitFor();
    },
  },
  {
    name: 'a new booking for a guest without a name',
    who: 'nora',
    async go(page, world) {
      const shown = await openNew(page, world, 9, 12);
      await shown.getByRole('button', { name: 'A guest' }).click();
      await shown.getByRole('button', { name: 'Book', exact: true }).click();
      await shown.getByText('Enter the guest’s name.').waitFor();
    },
  },
  {
    name: 'nights to be blocked',
    who: 'nora',
    async go(page, world) {
      const shown = await openNew(page, world, 9, 12);
      await shown.getByRole('button', { name: 'Block these nights' }).click();
      await shown.getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'a question whether to cancel a booking',
    who: 'ben',
    async go(page, world) {
      const shown = await openOwn(page, world);
      await shown.getByRole('button', { name: 'Cancel booking…' }).click();
      await shown.getByRole('button', { name: 'Keep booking' }).waitFor();
    },
  },
  {
    name: 'a question whether to discard a booking',
    who: 'ben',
    async go(page, world) {
      const shown = await openOwn(page, world);
      await shown.getByLabel('Note').fill('Fishing, and more fishing');
      await page.keyboard.press('Escape');
      await shown.getByText('Discard changes?').waitFor();
    },
    // Leaving would ask once more.
    leave: (page) => page.getByRole('button', { name: 'Discard' }).click(),
  },
  {
    name: 'two versions of a booking',
    who: 'ben',
    async go(page, world) {
      const shown = await openOwn(page, world);
      await shown.getByLabel('Note').fill(`Fishing by ${Date.now()}`);
      await rebook(world.nora, world.place, world.his.id, { note: `Hunting by ${Date.now()}` });
      await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog(page, /^Two versions/).waitFor();
    },
    async leave(page) {
      await page.getByRole('button', { name: 'Use the current version' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a booking that is not there',
    who: 'ben',
    async go(page, { place }) {
      const id = '00000000-0000-4000-8000-000000000000';
      await page.goto(`/bookings/events/${place.id}/${id}`);
      await dialog(page, 'Booking').getByText('This booking no longer exists').waitFor();
    },
  },
  {
    name: 'a message of the bookings',
    who: 'nora',
    async go(page, { place }) {
      await page.goto(addressOf.month(place));
      await stay(page, 'Aunt Gerda').click();
      await pressEdit(page);
      const shown = dialog(page, 'Edit booking');
      await shown.getByLabel('Departure').fill(day(18));
      await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await message(page, `Saved “Aunt Gerda”, 4 nights, ${stayDays(day(14), day(18))}`).waitFor();
    },
    async leave(page) {
      await stay(page, 'Aunt Gerda').click();
      await pressEdit(page);
      const shown = dialog(page, 'Edit booking');
      await shown.getByLabel('Departure').fill(day(17));
      await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await shown.waitFor({ state: 'detached' });
    },
  },
];

const places = [
  {
    name: 'a season with problems',
    who: 'nora',
    async go(page, world) {
      const shown = await openTab(page, world, 'prices');
      await shown.getByRole('button', { name: 'Add a season' }).click();
      await shown.getByLabel('Price per night, EUR').last().fill('much');
      await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await shown.getByText(/is not an amount/).waitFor();
    },
    async leave(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
    },
  },
  {
    name: 'somebody to be removed',
    who: 'nora',
    async go(page, world) {
      const shown = await openTab(page, world, 'people');
      await shown.getByRole('button', { name: 'Remove Ben Berg' }).click();
      await shown.getByRole('button', { name: 'Keep them' }).waitFor();
    },
  },
  {
    name: 'a question whether to leave a place',
    who: 'vera',
    async go(page, world) {
      const shown = await openTab(page, world, 'people');
      await shown.getByRole('button', { name: 'Leave', exact: true }).click();
      await shown.getByRole('button', { name: 'Stay', exact: true }).waitFor();
    },
  },
  {
    name: 'a calendar link, shown once',
    who: 'nora',
    async go(page, world) {
      const shown = await openTab(page, world, 'feed');
      const replace = shown.getByRole('button', { name: 'Replace link…' });
      const make = shown.getByRole('button', { name: 'Create a secret link' });
      await make.or(replace).waitFor();
      if (await replace.isVisible()) {
        await replace.click();
        await shown.getByRole('button', { name: 'Replace link', exact: true }).click();
      } else await make.click();
      await shown.getByRole('group', { name: 'Secret link' }).waitFor();
    },
  },
  {
    name: 'a question whether to turn a calendar link off',
    who: 'nora',
    async go(page, world) {
      const shown = await openTab(page, world, 'feed');
      await shown.getByRole('button', { name: 'Turn off…' }).click();
      await shown.getByRole('button', { name: 'Keep it' }).waitFor();
    },
  },
  {
    name: 'a place to be deleted, with another name typed',
    who: 'nora',
    async go(page, world) {
      const shown = await openTab(page, world, 'settings');
      await shown.getByRole('button', { name: 'Delete place…' }).click();
      const question = dialog(page, 'Delete “Cottage”?');
      await question.getByLabel('Type its name to confirm').fill('House');
      await question.getByRole('button', { name: 'Delete place' }).click();
      await question.getByRole('alert').waitFor();
    },
  },
];

export const bookingActStates = [...marked, ...bookings, ...places];
