// Keys as a list of them shows them, and those that are the same in every app.

import { t } from '../lib/messages';

export interface Key {
  // What it does, and the keys that do it; those of one press together.
  does: string;
  press: string[][];
}

export interface KeyGroup {
  name: string;
  keys: readonly Key[];
}

// On a Mac the key beside the space bar is the one for commands.
const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function moving(): KeyGroup {
  return {
    name: t.ui.keys.move(),
    keys: [
      { does: t.ui.keys.today(), press: [['T']] },
      { does: t.ui.keys.earlierAndLater(), press: [['←'], ['→']] },
      { does: t.ui.keys.anotherMonth(), press: [['PgUp'], ['PgDn']] },
    ],
  };
}

export function inDialogs(): KeyGroup {
  return {
    name: t.ui.keys.inDialog(),
    keys: [
      { does: t.ui.keys.edit(), press: [['E']] },
      { does: t.ui.keys.save(), press: [[command, 'Enter']] },
      { does: t.ui.keys.close(), press: [['Esc']] },
    ],
  };
}

// The last ones of what can be done.
export function everywhere(): Key[] {
  return [
    { does: t.ui.keys.palette(), press: [[command, 'K']] },
    { does: t.ui.keys.undo(), press: [[command, 'Z']] },
    { does: t.ui.keys.thisList(), press: [['?']] },
  ];
}

// The views by the keys that lead to them: { M: 'Month' }.
export function viewKeys(views: Record<string, string>): KeyGroup {
  const keys = Object.entries(views).map(([key, does]) => ({ does, press: [[key]] }));
  return { name: t.ui.keys.views(), keys };
}
