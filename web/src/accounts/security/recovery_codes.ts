// Recovery codes as a text to keep.

import { t } from '../../lib/messages';

export function recoveryText(codes: readonly string[], email: string, address: string): string {
  return [
    t.accounts.recovery.heading({ email, address }),
    '',
    ...codes,
    '',
    t.accounts.recovery.use(),
    '',
  ].join('\n');
}

// "ABCD EFGH": easier to type from one screen to another.
export function inGroupsOfFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? '';
}
