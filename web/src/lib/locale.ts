// The app speaks English; of the browser's language we take the order of day and month. Some systems
// name languages that Intl does not know ("en-US@posix"), and it throws at those.
export function englishHere(language = languageHere()): string {
  return /^en(-|$)/i.test(language) && isKnown(language) ? language : 'en-GB';
}

export function isKnown(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}

export function languageHere(): string {
  return typeof navigator === 'undefined' ? '' : navigator.language;
}
