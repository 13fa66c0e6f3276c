// Keys as a list of them shows them, and those that are the same in every app.

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

export const moving: KeyGroup = {
  name: 'Move',
  keys: [
    { does: 'Today', press: [['T']] },
    { does: 'Earlier and later', press: [['←'], ['→']] },
    { does: 'Another month, in a month', press: [['PgUp'], ['PgDn']] },
  ],
};

export const inDialogs: KeyGroup = {
  name: 'In a dialog',
  keys: [
    { does: 'Save', press: [[command, 'Enter']] },
    { does: 'Close', press: [['Esc']] },
  ],
};

// The last ones of what can be done.
export const everywhere: readonly Key[] = [
  { does: 'Undo', press: [[command, 'Z']] },
  { does: 'This list', press: [['?']] },
];

// The views by the keys that lead to them: { M: 'Month' }.
export function viewKeys(views: Record<string, string>): KeyGroup {
  const keys = Object.entries(views).map(([key, does]) => ({ does, press: [[key]] }));
  return { name: 'Views', keys };
}
