// Addresses that people attach: of http and https only, because a link runs what it names.

export function isWebAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  try {
    const { protocol, hostname } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
  } catch {
    return false;
  }
}

// What to call it where nobody did: "example.org/plan.pdf".
export function nameOfAddress(text: string): string {
  const { hostname, pathname } = new URL(text);
  const name = decodeURI(hostname + pathname).replace(/\/$/, '');
  return [...name].slice(0, 200).join('');
}
