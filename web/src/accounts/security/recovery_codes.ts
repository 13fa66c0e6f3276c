// Recovery codes as a text to keep.

export function recoveryText(codes: readonly string[], email: string, address: string): string {
  return [
    `Recovery codes of ${email} at ${address}`,
    '',
    ...codes,
    '',
    'Each of them works once, in place of a code of the authenticator app.',
    '',
  ].join('\n');
}

// "ABCD EFGH": easier to type from one screen to another.
export function inGroupsOfFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? '';
}
