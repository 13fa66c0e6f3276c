// The key with which creating something twice creates it once. `crypto.randomUUID` needs a secure
// context, which plain HTTP within a house is not.
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
