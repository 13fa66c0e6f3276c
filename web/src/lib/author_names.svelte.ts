// The names of those who made and changed what a component shows.

import { namesOf, type Authored, type AuthorNames, type Authors } from './authorship';

const nobody: AuthorNames = { createdBy: undefined, updatedBy: undefined };

// To be called while a component is set up. Asks again when it is about other people. undefined
// until they are known; nobody, when that cannot be learned.
export function authorNames(
  item: () => Authored | undefined,
  load: () => Promise<Authors>,
  myId: () => string | undefined,
): { readonly current: AuthorNames | undefined } {
  let current = $state.raw<AuthorNames | undefined>();
  const createdBy = $derived(item()?.createdBy ?? undefined);
  const updatedBy = $derived(item()?.updatedBy ?? undefined);

  $effect(() => {
    const me = myId();
    const others = [createdBy, updatedBy].filter((id) => id !== undefined && id !== me);
    if (others.length === 0) {
      current = { createdBy: createdBy && 'you', updatedBy: updatedBy && 'you' };
      return;
    }
    let isOver = false;
    const settle = (names: AuthorNames | undefined) => {
      if (!isOver) current = names;
    };
    settle(undefined);
    load().then(
      (authors) => settle(namesOf(authors, me)),
      () => settle(nobody),
    );
    return () => {
      isOver = true;
    };
  });

  return {
    get current() {
      return current;
    },
  };
}
