// What axe-core finds wrong in a page for people who do not see it, or do not use a mouse.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Fails when there is anything, however small. `where` says which page it is.
export async function expectAccessible(page, where) {
  assert.deepEqual(await problemsOf(page), [], `axe: ${where}`);
}

// Everything that it finds; with `rules`, of these alone.
export async function problemsOf(page, rules) {
  // Debugging is not held to the page's content security policy, so nothing has to be turned off.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(source);
  await settle(page);
  return page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      // Style sheets would be fetched a second time.
      preload: false,
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  }, rules);
}

// What fades in has its colours only when it is there.
async function settle(page) {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect.getTiming().iterations < 9);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}
