// Every page and every dialog, light and dark: nothing in the way of those who do not see it, or do
// not use a mouse; and all that can be pressed is large enough.

import assert from 'node:assert/strict';
import { problemsOf } from './axe.mjs';
import { makeWorld } from './states.mjs';
import { smallTargets } from './targets.mjs';

const offline = { url: /./, status: undefined };
const conflict = { url: /\/(planner|places\/[^/]+)\/events\//, status: 409 };
const missing = { url: /00000000-0000-4000-8000-000000000000/, status: 404 };

// In the dark only the colours are others.
const schemes = {
  light: undefined,
  dark: ['color-contrast', 'link-in-text-block'],
};
// So many at a time are one test.
const together = 12;

// `make` gives what the states are about.
export function testStates(scene, where, device, states, make = makeWorld) {
  const options = { ...device, reducedMotion: 'reduce' };
  let world;
  for (let begin = 0; begin < states.length; begin += together) {
    const some = states.slice(begin, begin + together);
    const [first, last] = [some[0], some.at(-1)];
    const name = `on ${where}, light and dark: from “${first.name}” to “${last.name}”`;
    scene.test(`axe finds nothing, and all can be hit, ${name}`, async (act) => {
      world ??= await make(act);
      assert.deepEqual(await findProblems(act, world, options, some), {});
    });
  }
}

// By the name of the state; those without problems are left out.
async function findProblems(act, world, options, states) {
  const pages = new Map();
  const found = {};
  for (const { name, who, go, leave } of states) {
    if (!pages.has(who)) {
      const page = await act.open(world[who], undefined, options);
      act.announce(page, offline, missing, conflict);
      pages.set(who, page);
    }
    const page = pages.get(who);
    await go(page, world);
    for (const [colorScheme, rules] of Object.entries(schemes)) {
      await page.emulateMedia({ colorScheme });
      const problems = await problemsOf(page, rules);
      if (problems.length > 0) found[`${name}, ${colorScheme}`] = problems;
    }
    const small = await smallTargets(page);
    if (small.length > 0) found[`${name}, too small`] = small;
    await leave?.(page);
  }
  return found;
}
