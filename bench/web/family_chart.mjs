// How soon the chart of a family tree of 5,000 people is there, how much the main thread does in each frame while it is
// panned, and how much of it is drawn.

import { signUp } from '../../tests/browser/support/people.mjs';
import { begins, ends, traced, workPerFrame } from './frame_work.mjs';

const people = 5000;
const childrenOfCouple = 3;
const yearsPerGeneration = 28;
const frameMs = 8;
const firstPictureMs = 1000;
const mostNodes = 5000;
// Mouse moves of one way across the chart.
const stepsPerWay = 60;
// How the page keeps that a chart shows every generation.
const generationsKey = 'norn.family.generations';
const everyGeneration = '200';

// A couple, their children with spouses, and so on: all of them are in the chart of descendants.
function gedcom() {
  const lines = ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '1 CHAR UTF-8'];
  const families = [];
  const couples = [];
  let made = 0;
  const add = (name, sex, year, family) => {
    const id = `@I${made++}@`;
    lines.push(`0 ${id} INDI`, `1 NAME ${name} /Berg/`, `1 SEX ${sex}`, '1 BIRT', `2 DATE ${year}`);
    if (family) lines.push(`1 FAMC ${family}`);
    return id;
  };
  const marry = (one, year) => {
    const other = add(`Wife ${made}`, 'F', year);
    couples.push({
      family: `@F${couples.length}@`,
      one,
      other,
      year,
      children: [],
    });
  };
  marry(add('Root', 'M', 1700), 1702);
  for (let next = 0; next < couples.length && made < people; next++) {
    const { family, year, children } = couples[next];
    for (let child = 0; child < childrenOfCouple && made < people; child++) {
      const born = year + yearsPerGeneration;
      const id = add(`Child ${made}`, 'M', born, family);
      children.push(id);
      if (made < people) marry(id, born);
    }
  }
  for (const { family, one, other, children } of couples) {
    families.push(`0 ${family} FAM`, `1 HUSB ${one}`, `1 WIFE ${other}`);
    families.push(...children.map((child) => `1 CHIL ${child}`));
  }
  return Buffer.from([...lines, ...families, '0 TRLR', ''].join('\n'));
}

// A person with a large tree, and the tree.
export async function personWithTree(norn, administrator) {
  const person = await signUp(norn, administrator, 'Tessa Tree');
  const { tree } = await person.call('POST', '/api/v1/tree-imports?name=Large', gedcom());
  if (tree.personCount !== people) throw new Error(`The tree has ${tree.personCount} people.`);
  return { person, tree };
}

// When the first card was drawn, in milliseconds since the page was asked for.
function watchFirstCard() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.chart [data-key]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.firstCardMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

// First to the youngest generations, where people stand most closely; then across them, up and down.
async function pan(page) {
  const box = await page.locator('.chart').boundingBox();
  const [middle, right] = [box.y + box.height / 2, box.x + box.width - 40];
  const left = box.x + 40;
  await page.mouse.move(right, box.y + box.height - 40);
  await page.mouse.down();
  await page.mouse.move(right - 10, middle);
  const drag = await dragOf(page, { x: right - 10, y: middle });
  await begins(page);
  await drag(left, middle - box.height / 4);
  await drag(right, middle + box.height / 4);
  await drag(left, middle);
  await ends(page);
  await page.mouse.up();
}

// Moves the mouse with its button pressed, step by step. Playwright's own way runs scripts of its own in the page with every
// step, which would be measured, too.
async function dragOf(page, at) {
  const browser = await page.context().newCDPSession(page);
  return async (x, y) => {
    for (let step = 1; step <= stepsPerWay; step++) {
      const part = step / stepsPerWay;
      const [nowX, nowY] = [at.x + (x - at.x) * part, at.y + (y - at.y) * part];
      const event = { type: 'mouseMoved', x: nowX, y: nowY, button: 'left', buttons: 1 };
      await browser.send('Input.dispatchMouseEvent', event);
    }
    at = { x, y };
  };
}

export async function measureFamilyChart(browser, norn, made, figures, { runs, options }) {
  const { person, tree } = made;
  const context = await browser.newContext({ baseURL: norn.url, ...options });
  await context.addCookies([{ name: 'norn', value: person.cookie, url: norn.url }]);
  await context.addInitScript(watchFirstCard);
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    [generationsKey, everyGeneration],
  );
  const name = 'a family tree of 5,000 people';
  try {
    const page = await context.newPage();
    for (let run = 0; run < runs; run++) {
      await page.goto(`/family/descendants/${tree.treeId}?person=${tree.rootPersonId}`);
      const shown = await page.waitForFunction(() => window.firstCardMs);
      const firstMs = await shown.jsonValue();
      figures.add(`${name}: first picture`, firstMs, { limit: firstPictureMs });
      await page.evaluate(
        () => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })),
      );
      const events = await traced(browser, page, () => pan(page));
      for (const ms of workPerFrame(events, stepsPerWay)) {
        figures.add(`panning ${name}: main thread per frame`, ms, {
          limit: frameMs,
          digits: 1,
        });
      }
      const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
      figures.add(`${name}: nodes`, nodes, { unit: '', limit: mostNodes });
    }
  } finally {
    await context.close();
  }
}
