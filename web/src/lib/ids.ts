// Ids go into the addresses of requests, so nothing else may pass for one.

// In lower case, as the server makes them.
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuid = new RegExp(`^${uuidPattern}$`);

export function isUuid(text: string | undefined): text is string {
  return text !== undefined && uuid.test(text);
}
