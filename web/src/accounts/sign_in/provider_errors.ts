// Why signing in with a provider failed. The address of the page has a code and the id of the
// provider; the texts are all here, since anybody can make a link to the page.

interface NamedProvider {
  id: string;
  name: string;
}

const texts = new Map<string, (provider: string) => string>([
  [
    'provider-failed',
    (provider) => `Signing in with ${provider} failed, or took too long. Please try again.`,
  ],
  [
    'sign-in-first',
    (provider) =>
      `There is an account with this e-mail address already. Sign in to it with your password first, and connect ${provider} in your settings then.`,
  ],
  ['invitation', () => 'This invitation is not valid, or has been used. Ask for a new one.'],
  ['identity-taken', (provider) => `This identity of ${provider} belongs to another account.`],
  [
    'no-address',
    (provider) =>
      `${provider} did not send your e-mail address, which an account needs. Allow it there and try again.`,
  ],
  [
    'address-not-verified',
    (provider) =>
      `${provider} has not verified your e-mail address. Verify it there and try again.`,
  ],
  [
    'not-admitted',
    () => 'You need an invitation to make an account on this server. Ask an administrator.',
  ],
  ['too-many', () => 'There were too many attempts. Wait a while, then try again.'],
  ['not-found', () => 'This server does not know this way to sign in any more.'],
  ['conflict', () => 'The account was changed at the same moment. Please try again.'],
]);

const generalText = 'Something went wrong. Please try again in a moment.';

// What the page shows; undefined when nothing failed.
export function providerError(
  query: URLSearchParams,
  providers: readonly NamedProvider[],
): string | undefined {
  const code = query.get('error');
  if (code === null) return undefined;
  const id = query.get('provider');
  const name = providers.find((each) => each.id === id)?.name ?? 'the provider';
  const text = texts.get(code)?.(name) ?? generalText;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
