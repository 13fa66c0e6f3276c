// Texts that somebody could have written to do harm, or by accident. Each sets window.hacked where
// it is run. They are written with escapes where one could not see what is there.

import assert from 'node:assert/strict';

const run = 'window.hacked=1';

export const hostileTexts = [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `</title></textarea></style><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `"><img src=x onerror="${run}">`,
  `' autofocus onfocus='${run}' x='`,
  `<svg onload=${run}>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<math><mtext><style><img src onerror=${run}></style>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<a href="javascript:${run}">click</a>`,
  `javascript:${run}`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}} #{${run}} <%= ${run} %> {${run}}`,
  `{@html '<img src=x onerror=${run}>'}`,
  `<!-- --!><img src=x onerror=${run}>-->`,
  `&lt;script&gt; &amp; &#60;b&#62;`,
  `\\u003cimg src=x onerror=${run}\\u003e`,
  `red;background:url(//example.com/x)`,
  '\u200Bzero\u200Dwidth\uFEFF',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '0',
  '-1',
  '__proto__',
  'constructor',
  "Robert'); DROP TABLE entries;--",
  'W'.repeat(90),
  '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽',
  'Z͑ͫ̓a̴͢l̶g̷o',
  '漢字 العربية ไทย हिन्दी',
];

// Everything that Markdown has, as people write it.
export const allMarkdown = [
  '### What we do',
  'First **bold** and *slanted*, then ~~gone~~ and `code`,\nand a [map](https://example.com/map).',
  '- [x] done\n- [ ] open\n  1. one\n  2. two',
  '> Somebody said so.\n>\n> # Twice',
  '| Who | When |\n|---|--:|\n| Ada | 9:00 |',
  '```\nlong\n```',
  '---',
  '![A picture](https://example.com/picture.png)',
].join('\n\n');

// The same by way of Markdown. Its links and pictures lead to example.com, or nowhere.
export const hostileMarkdown = [
  `[click](javascript:${run})`,
  `[click](JAVASCRIPT:${run} "title")`,
  `[click](data:text/html,<script>parent.${run}</script>)`,
  `[click](&#106;avascript:${run})`,
  `<javascript:${run}>`,
  `[click][harm]`,
  `[harm]: javascript:${run}`,
  `![x](https://example.com/picture.png)`,
  `![x](x" onerror="${run})`,
  `[![x](https://example.com/picture.png)](https://example.com/"onclick="${run})`,
  `<div onclick="${run}">\n\n*x*\n\n</div>`,
  `| <img src=x onerror=${run}> |\n|---|\n| <svg onload=${run}> |`,
  `\`\`\`"onload="${run}\n</code></pre><script>${run}</script>\n\`\`\``,
  `${'>'.repeat(12)} **deep** <script>${run}</script>`,
  'the end',
];

// These turn the text around them, so that it says something else than it seems to. The server takes
// them in no name and no title.
export const turningTexts = [
  '\u202Eright to left\u202C',
  'before \u2067isolated\u2069 after',
  '\u202Dleft to right',
];

// Colours reach the page as such, so the server takes nothing else.
export const hostileColors = [
  'red',
  '#fff',
  '#12345G',
  '#1234567',
  '#123456;background:url(//example.com)',
  'url(javascript:alert(1))',
  'expression(alert(1))',
  '"><script>',
  'var(--accent)',
  '#12345\u0000',
  ' ',
  '',
  7,
  {},
  ['#123456'],
];

export async function expectNothingRan(page) {
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  for (const frame of page.frames()) assert.equal(frame, page.mainFrame());
}

// Everything that can be pressed is text, and what looks like a link is none.
export async function expectNoMarkup(page) {
  const foreign = 'script:not([src]), iframe, object, embed, base, [onerror], [onload], [onfocus]';
  assert.equal(await page.locator(foreign).count(), 0);
  assert.equal(await page.locator('a[href^="javascript:" i]').count(), 0);
  assert.equal(await page.locator('img').count(), 0);
}
