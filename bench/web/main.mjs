// How much is the web app, how soon is it there, and how soon does it answer? See ./run.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser, usual } from '../../tests/browser/support/browser.mjs';
import { Norn } from '../../tests/browser/support/norn.mjs';
import { setUp } from '../../tests/browser/support/people.mjs';
import { measureBoardDrag, personWithBoard } from './board_drag.mjs';
import { measureFamilyChart, personWithTree } from './family_chart.mjs';
import { Figures, machineFacts } from './figures.mjs';
import { measureInteractions } from './interactions.mjs';
import { measureList, measureLoads } from './page_loads.mjs';
import { fill, personWith, usualPerson } from './scenario.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    loads: { type: 'boolean', default: false },
    board: { type: 'boolean', default: false },
    family: { type: 'boolean', default: false },
    output: {
      type: 'string',
      default: fileURLToPath(new URL('../../build/bench-web.md', import.meta.url)),
    },
  },
});
const settings = { runs: Number(values.runs), options: usual };
if (!(settings.runs >= 1)) throw new Error('--runs takes a number of at least 1');

const figures = new Figures();
const [norn, browser] = await Promise.all([Norn.start(), openBrowser()]);
try {
  const person = await setUp(norn);
  const isAll = !values.board && !values.family;
  if (isAll || values.loads) {
    await fill(person);
    const { person: usually, place } = await usualPerson(norn, person);
    const people = { full: person, usual: usually };
    await measureLoads(browser, norn, { people, place }, figures, settings);
    const busy = await personWith(norn, person, 2000);
    await measureList(browser, norn, busy, figures, settings);
    if (!values.loads) await measureInteractions(browser, norn, person, figures, settings);
  }
  if (!values.loads && (isAll || values.board)) {
    const made = await personWithBoard(norn, person);
    await measureBoardDrag(browser, norn, made, figures, settings);
  }
  if (!values.loads && (isAll || values.family)) {
    const made = await personWithTree(norn, person);
    await measureFamilyChart(browser, norn, made, figures, settings);
  }
  const text = `${figures.toMarkdown()}\n\n${machineFacts(browser, settings.runs)}\n`;
  writeFileSync(values.output, text);
  console.log(text);
} finally {
  await browser.close();
  await norn.end();
}
