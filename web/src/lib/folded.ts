// Text as it is compared: whoever types "cafe" means "Café" too.

// Letters that Unicode does not take apart into a letter and an accent.
const otherLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

// The text without case and accents: "Café" is "cafe".
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => otherLetters[letter] ?? letter);
}

// Whether a name that is typed in one word ("#ourhouse") means this one ("Our house").
export function isCalled(name: string, typed: string): boolean {
  const plain = (text: string) => folded(text).replace(/[\s_-]/g, '');
  return plain(name) === plain(typed);
}
