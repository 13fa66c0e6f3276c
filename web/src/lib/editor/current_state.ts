// What an answer of the server says about a conflict. Pages need it for what is moved or ticked; the editor comes with the
// first dialog.

import { ApiError } from '../api';

// The state of a conflict (409, 412) that has all of these members; otherwise undefined.
export function currentWith<Item>(
  error: unknown,
  ...members: (keyof Item & string)[]
): Item | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 412)) {
    return undefined;
  }
  const { current } = error;
  if (typeof current !== 'object' || current === null) return undefined;
  return members.every((member) => member in current) ? (current as Item) : undefined;
}
