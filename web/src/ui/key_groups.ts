// Keys as a list of them shows them.

export interface KeyGroup {
  name: string;
  // What it does, and the keys that do it; those of one press together.
  keys: { does: string; press: string[][] }[];
}

// On a Mac the key beside the space bar is the one for commands.
export const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
