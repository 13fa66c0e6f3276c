// Text as the source of a program has it. What does not show, or changes what shows, is escaped: whoever pastes it sees all
// of it.

const isHidden = /[\p{C}\p{Zl}\p{Zp}]/gu;

// A literal of JSON and of JavaScript.
export function jsonText(text: string): string {
  return JSON.stringify(text).replace(isHidden, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${hex(found.charCodeAt(at), 4)}`).join(''),
  );
}

// A literal of Python: what two units of UTF-16 write is one character there.
export function pythonText(text: string): string {
  return JSON.stringify(text).replace(isHidden, (found) => {
    const code = found.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

// A word of a POSIX shell.
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
