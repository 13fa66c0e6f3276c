// The fonts that the browser of the tests sees: one family for text and one for code. What fits into
// a line, and so what a test finds, depends on how wide letters are; with these it is the same on
// every machine, whatever else is installed there.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packaged = { name: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' };
const usualFamily = 'Liberation Sans';
const codeFamily = 'Liberation Mono';
// NORN_FONT names another family for text, from anywhere on the machine.
const family = process.env.NORN_FONT || usualFamily;

const folders =
  family === usualFamily
    ? [packaged.folder]
    : [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        join(homedir(), '.fonts'),
        join(homedir(), '.local/share/fonts'),
      ];

// Kept from run to run, as reading all fonts of a machine takes seconds.
const kept = fileURLToPath(new URL('../../../build/browser_fonts', import.meta.url));

// The environment in which a browser sees these fonts and no others.
export function fontEnvironment() {
  assert.ok(
    existsSync(packaged.folder),
    `The browser tests need the Debian package ${packaged.name}: ${packaged.folder} is missing. ` +
      './check installs it.',
  );
  mkdirSync(kept, { recursive: true });
  const path = join(kept, `${family.replaceAll(/[^\w]+/g, '_')}.conf`);
  // Renamed, because several files of tests start at a time.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, configuration());
  renameSync(unfinished, path);
  return { FONTCONFIG_FILE: path };
}

// Fails unless text is in the family that was asked for.
export async function expectFont(browser) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.setContent('<p style="font-family: system-ui">Norn</p>');
    const session = await context.newCDPSession(page);
    const { root } = await session.send('DOM.getDocument');
    await session.send('CSS.enable');
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'p',
    });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const names = fonts.map(({ familyName }) => familyName);
    assert.deepEqual(
      names,
      [family],
      `The browser has no font “${family}”, and takes “${names.join()}”. ` +
        (family === usualFamily
          ? `Is the Debian package ${packaged.name} whole?`
          : 'NORN_FONT has to be a family that is installed: fc-list : family names them all.'),
    );
  } finally {
    await context.close();
  }
}

// https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
function configuration() {
  const accepted = [family, codeFamily].map(
    (each) => `<pattern><patelt name="family">${text(each)}</patelt></pattern>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${folders.map((folder) => `<dir>${escaped(folder)}</dir>`).join('\n  ')}
  <cachedir>${escaped(join(kept, 'cache'))}</cachedir>
  <selectfont>
    <acceptfont>${accepted.join('')}</acceptfont>
    <rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern></rejectfont>
    <rejectfont><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
  </selectfont>
  <match target="pattern">
    <test name="family">${text('monospace')}</test>
    <edit name="family" mode="prepend" binding="same">${text(codeFamily)}</edit>
  </match>
  <match target="pattern">
    <edit name="family" mode="append_last">${text(family)}</edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
  </match>
</fontconfig>
`;
}

function text(value) {
  return `<string>${escaped(value)}</string>`;
}

function escaped(value) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
