// Why signing in with a provider failed. The address of the page has a code and the id of the
// provider; the texts are all here, since anybody can make a link to the page.

import { t, type Messages } from '../../lib/messages';

interface NamedProvider {
  id: string;
  name: string;
}

type Words = Messages['providerErrors'];

const texts = new Map<string, (words: Words, provider: string) => string>([
  ['provider-failed', (words, provider) => words.failed({ provider })],
  ['sign-in-first', (words, provider) => words.signInFirst({ provider })],
  ['invitation', (words) => words.invitation()],
  ['identity-taken', (words, provider) => words.identityTaken({ provider })],
  ['no-address', (words, provider) => words.noAddress({ provider })],
  ['address-not-verified', (words, provider) => words.notVerified({ provider })],
  ['accountDisabled', (words) => words.accountDisabled()],
  ['not-admitted', (words) => words.notAdmitted()],
  ['too-many', (words) => words.tooMany()],
  ['not-found', (words) => words.notFound()],
  ['conflict', (words) => words.conflict()],
]);

// What the page shows; undefined when nothing failed.
export function providerError(
  query: URLSearchParams,
  providers: readonly NamedProvider[],
): string | undefined {
  const code = query.get('error');
  if (code === null) return undefined;
  const id = query.get('provider');
  const words = t.providerErrors;
  const name = providers.find((each) => each.id === id)?.name ?? words.unknownProvider();
  return texts.get(code)?.(words, name) ?? words.general();
}
