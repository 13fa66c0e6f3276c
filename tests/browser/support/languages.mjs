// What a page says, and what of it is English where it should not be.

import { readFileSync } from 'node:fs';

const signedOut = [
  '/sign-in',
  '/sign-up',
  '/join',
  '/join#secret',
  '/reset',
  '/reset#secret',
  '/nowhere',
];
const settings = [
  'profile',
  'security',
  'sessions',
  'tokens',
  'appearance',
  'usage',
  'attention',
].map((name) => `/settings/${name}`);

const agenda = ['week', 'list', 'week/2026-11-04/keys', 'week/2026-11-04/feed'].map(
  (rest) => `/agenda/${rest}`,
);
const calendar = [
  'month',
  'week',
  'year',
  'list',
  'month/2026-11-04/new',
  'month/2026-11-04/keys',
].map((rest) => `/calendar/${rest}`);
const planner = [
  'week',
  'list',
  'week/2026-11-04/new',
  'week/2026-11-04/preferences',
  'week/2026-11-04/import',
].map((rest) => `/planner/${rest}`);
const bookings = ['', '/own', '/wishes', '/keys', '/places/new'].map((rest) => `/bookings${rest}`);

export function addressesSeen(person, administrator) {
  return [
    { who: undefined, addresses: signedOut },
    {
      who: person,
      addresses: [...settings, '/setup', '/join', ...agenda, ...calendar, ...planner, ...bookings],
    },
    { who: administrator, addresses: ['/settings/people', '/settings/attention'] },
  ];
}

// Words that neither German nor Chinese text has.
const english =
  /(?<![\p{L}/.@-])(?:the|and|of|is|are|you|your|with|this|that|has|have|from|when|what|any|been|does)(?![\p{L}/.@-])/iu;

// The texts of the page that are messages in English and are said otherwise in `tag`, or have words of English.
export async function englishIn(page, tag) {
  const loading = read(tag).ui.loading;
  await page.waitForFunction((text) => !document.body.innerText.includes(text), loading);
  const texts = await page.evaluate(collectTexts);
  const untranslated = messagesOtherThan(tag);
  return [...new Set(texts)].filter((text) => english.test(text) || untranslated.has(text));
}

function messagesOtherThan(tag) {
  const [source, other] = ['en', tag].map((each) => new Map(entriesOf(read(each))));
  const different = [...source].filter(([key, text]) => other.get(key) !== text);
  const said = new Set(other.values());
  return new Set(different.map(([, text]) => text).filter((text) => !said.has(text)));
}

function read(tag) {
  const file = new URL(`../../../web/messages/${tag}.json`, import.meta.url);
  const { language, ...areas } = JSON.parse(readFileSync(file, 'utf8'));
  return areas;
}

function entriesOf(tree, path = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : entriesOf(value, `${path}${key}.`),
  );
}

// Runs in the page: all that somebody reads or hears.
function collectTexts() {
  const texts = [document.title];
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const isCode = node.parentElement.closest('code, kbd, pre, script, style, noscript');
      if (!isCode) texts.push(node.textContent);
      continue;
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
      const text = node.getAttribute(name);
      if (text) texts.push(text);
    }
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}
