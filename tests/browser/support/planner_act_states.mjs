// What people do in the planner, as far as something new is to be seen: in the dialog of an event, in
// questions, in search and with files. Each state leads a page there.

import { dialog, save } from './calendar.mjs';
import { changePlanned, editor, occurrence, pickZone, quickAdd } from './planner.mjs';

const third = 'Tuesday, 17 November, 9:00';
const at = (view, rest = '') => `/planner/${view}/2026-11-17${rest}`;

const rule = async (page) => {
  await page.goto(at('week', '/new?start=2026-11-17T10:00'));
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Repeats').selectOption({ label: 'Custom…' });
  return shown;
};

const writing = [
  {
    name: 'an event without a title',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/new'));
      const shown = await editor(page, 'New event');
      await save(page);
      await shown.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a description as it will be read',
    who: 'nora',
    async go(page, { third }) {
      await page.goto(at('week', `/events/${third}`));
      const shown = await editor(page);
      await shown.getByRole('button', { name: 'Preview' }).click();
      await shown.getByRole('heading', { name: 'What we do' }).waitFor();
    },
  },
  {
    name: 'a rule put together',
    who: 'nora',
    async go(page) {
      const shown = await rule(page);
      await shown.getByLabel('End', { exact: true }).selectOption('Ends after');
      await shown.getByText(/^Every week on Tuesday/).waitFor();
    },
  },
  {
    name: 'a rule as text, which is none',
    who: 'nora',
    async go(page) {
      const shown = await rule(page);
      await shown.getByText('As text (RRULE)').click();
      await shown.getByLabel('Rule', { exact: true }).fill('FREQ=NEVER');
      await shown.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'an event in another zone',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/new?start=2026-11-17T10:00'));
      const shown = await editor(page, 'New event');
      await pickZone(shown, 'Tokyo');
      await shown.getByText(/in Tokyo is/).waitFor();
    },
  },
  {
    name: 'a list of time zones',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/new?start=2026-11-17T10:00'));
      const shown = await editor(page, 'New event');
      await shown.getByRole('combobox', { name: 'Time zone' }).fill('new');
      await shown.getByRole('option', { name: /^New York/ }).waitFor();
    },
  },
  {
    name: 'a question whether to discard an event',
    who: 'nora',
    async go(page, { third }) {
      await page.goto(at('week', `/events/${third}`));
      await (await editor(page)).getByLabel('Title', { exact: true }).fill('Other');
      await page.keyboard.press('Escape');
      await page.getByText('Discard changes?').waitFor();
    },
  },
  {
    name: 'an event that is not there',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/events/evt_00000000-0000-4000-8000-000000000000'));
      await page.getByText('This event no longer exists.').waitFor();
    },
  },
];

const questions = [
  {
    name: 'which ones to change',
    who: 'nora',
    async go(page, { third }) {
      await page.goto(at('week', `/events/${third}`));
      await (await editor(page)).getByLabel('Title', { exact: true }).fill('Other');
      await save(page);
      await dialog(page, 'Change which ones?').waitFor();
    },
  },
  {
    name: 'which ones to delete',
    who: 'nora',
    async go(page, { third }) {
      await page.goto(at('week', `/events/${third}`));
      const shown = await editor(page);
      await shown.getByRole('button', { name: 'Delete', exact: true }).click();
      await dialog(page, 'Delete which ones?').waitFor();
    },
  },
  {
    name: 'two versions of an event',
    who: 'nora',
    async go(page, { nora, series, third }) {
      await page.goto(at('week', `/events/${third}`));
      const shown = await editor(page);
      await shown.getByLabel('Title', { exact: true }).fill('Mine');
      // Another colour each time, so that it is always a change.
      const { version } = await nora.get(`/api/v1/planner/events/${series.id}`);
      const color = version % 2 ? '#16A34A' : '#DC2626';
      await changePlanned(nora, series.id, { location: `Room ${version}`, color });
      await save(page);
      const question = dialog(page, 'Change which ones?');
      await question.getByRole('button', { name: /^The whole series/ }).click();
      await dialog(page, /^Two versions/).waitFor();
    },
  },
];

const file = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:1@example.com'],
  ...['DTSTAMP:20261101T000000Z', 'DTSTART:20261117T090000Z', 'SUMMARY:Review', 'RRULE:FREQ=NEVER'],
  ...['END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

const choose = (page, text) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'calendar.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(text),
  });

const acts = [
  {
    name: 'a search of the planner with results',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/search?q=standup'));
      await page.getByRole('option', { name: /Standup/ }).waitFor();
      await page.locator('.results.stale').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a search of the planner without results',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/search?q=nothing'));
      await page.getByText('No title contains all of these words.').waitFor();
    },
  },
  {
    name: 'what is in a file',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/import'));
      await choose(page, file);
      await page
        .getByText(/\d notes?$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'what is no file',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/import'));
      await choose(page, 'nothing');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a file that was imported',
    who: 'fresh',
    async go(page) {
      await page.goto(at('week', '/import'));
      // Another one each time, so that there is something to import.
      await choose(page, file.replace('1@', `${crypto.randomUUID()}@`));
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog(page, 'Imported').waitFor();
    },
  },
  {
    name: 'a secret link, and the question whether to replace it',
    who: 'nora',
    async go(page) {
      await page.goto(at('week', '/share'));
      const shown = dialog(page, 'Calendar link and export');
      const button = shown.getByRole('button', { name: /^(Create a secret link|Replace link…)$/ });
      await button.click();
      const confirm = shown.getByRole('button', { name: 'Replace link', exact: true });
      const box = shown.getByRole('group', { name: 'Secret link' });
      await confirm.or(box).waitFor();
      if (await confirm.isVisible()) await confirm.click();
      await box.waitFor();
      await shown.getByRole('button', { name: 'Replace link…' }).click();
      await confirm.waitFor();
    },
  },
  {
    name: 'a message of the planner',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await quickAdd(page).fill('Nap 18.11. 14:30');
      await quickAdd(page).press('Enter');
      const nap = occurrence(page, 'Nap', 'Wednesday, 18 November, 14:30').first();
      await nap.focus();
      await page.keyboard.press('Delete');
      await page.getByRole('button', { name: 'Undo' }).first().waitFor();
    },
  },
  {
    name: 'the planner without a connection',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await occurrence(page, 'Standup', third).waitFor();
      await page.context().setOffline(true);
      await page.getByText('Norn cannot be reached.').first().waitFor();
    },
    leave: (page) => page.context().setOffline(false),
  },
];

export const actStates = [...writing, ...questions, ...acts];
