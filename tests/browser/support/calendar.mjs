// The calendar as a person finds their way in it: entries by their names, days by where they are.

export const november = '/calendar/month/2026-11-15';
export const week = '/calendar/week/2026-11-18'; // Monday 16 to Sunday 22.

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// An entry of a view. Its name begins with its title.
export function entry(page, title) {
  return page.getByRole('button', { name: new RegExp(`^${escaped(title)}, `) });
}

// The whole box of an entry, which has handles at its edges.
export function box(page, title) {
  return page.locator('.cal-entry').filter({ has: entry(page, title) });
}

export function dialog(page, name) {
  return page.getByRole('dialog', name === undefined ? {} : { name });
}

// Opens an entry to read it.
export async function openEntry(page, title) {
  await entry(page, title).click();
  const shown = dialog(page, /^(Event|Task)$/);
  await shown.waitFor();
  return shown;
}

// From reading something to changing it.
export async function pressEdit(page) {
  await dialog(page).getByRole('button', { name: 'Edit', exact: true }).click();
}

export async function openForEditing(page, title) {
  await openEntry(page, title);
  await pressEdit(page);
  const shown = dialog(page, /^Edit (event|task)$/);
  await shown.getByLabel('Title').waitFor();
  return shown;
}

export async function save(page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

// A message at the edge of the page.
export function message(page, text) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text);
}

export function undoButton(page) {
  return page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
}

export async function expectNoDialog(page) {
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
}

// Where it is once it stays there. Nothing is scrolled, so that other places stay true.
export async function boxOf(locator) {
  await locator.waitFor();
  return locator.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    for (let before = ''; ;) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const now = [x, y, width, height].join();
      if (now === before) return { x, y, width, height };
      before = now;
      await frame();
      await frame();
    }
  });
}

// Where a day of the month view is: below its number, and below what is in it.
export async function placeOfDay(page, date) {
  const { x, y, width, height } = await boxOf(page.locator(`.cal-day[data-date="${date}"]`));
  return { x: x + width / 2, y: y + height - 12 };
}

// Where a time of a day is in the week and the day view: just below its line.
export async function placeOfTime(page, date, time) {
  const [hour, minute] = time.split(':').map(Number);
  const line = (hours) => {
    const text = `${String(hours).padStart(2, '0')}:00:00`;
    return boxOf(page.locator(`.cal-slot[data-time="${text}"]`).first());
  };
  const [start, end] = [await line(hour), await line(hour + 1)];
  const column = await boxOf(page.locator(`.cal-lane[data-date="${date}"]`));
  const past = ((end.y - start.y) * minute) / 60;
  return { x: column.x + column.width / 2, y: start.y + past + 4 };
}

export async function middleOf(locator) {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

// The edge of an entry that makes it longer: the right one of a bar, the lower one of a column.
export async function edgeOf(locator, side) {
  const { x, y, width, height } = await boxOf(locator);
  return side === 'right'
    ? { x: x + width - 2, y: y + height / 2 }
    : { x: x + width / 2, y: y + height - 2 };
}

// What entries are dragged with comes after they are shown.
export async function untilDraggable(page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('_interaction-')),
  );
}

// With the mouse, as a hand does it: press, move, and let go.
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}
