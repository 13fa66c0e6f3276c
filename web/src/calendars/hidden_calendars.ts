// Which calendars a person does not show in this browser.

const key = (userId: string) => `norn.hidden.${userId}`;

export function readHidden(userId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(userId)) ?? '[]');
    if (Array.isArray(kept)) return new Set(kept.filter((id) => typeof id === 'string'));
  } catch {
    // What cannot be read is as if it were not there.
  }
  return new Set();
}

export function keepHidden(userId: string, hidden: ReadonlySet<string>): void {
  try {
    localStorage.setItem(key(userId), JSON.stringify([...hidden]));
  } catch {
    // A browser that keeps nothing still hides them until the page is left.
  }
}

export function withHidden(
  hidden: ReadonlySet<string>,
  calendarId: string,
  isHidden: boolean,
): ReadonlySet<string> {
  const others = [...hidden].filter((id) => id !== calendarId);
  return new Set(isHidden ? [...others, calendarId] : others);
}
