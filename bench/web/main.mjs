// How much is the web app, how soon is it there, and how soon does it answer? See ./run.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser, usual } from '../../tests/browser/support/browser.mjs';
import { Norn } from '../../tests/browser/support/norn.mjs';
import { setUp } from '../../tests/browser/support/people.mjs';
import { Figures, machineFacts } from './figures.mjs';
import { measureInteractions } from './interactions.mjs';
import { measureLoads } from './page_loads.mjs';
import { fill } from './scenario.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
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
  await fill(person);
  await measureLoads(browser, norn, person, figures, settings);
  await measureInteractions(browser, norn, person, figures, settings);
  const text = `${figures.toMarkdown()}\n\n${machineFacts(browser, settings.runs)}\n`;
  writeFileSync(values.output, text);
  console.log(text);
} finally {
  await browser.close();
  await norn.end();
}
