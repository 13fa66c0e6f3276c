// Loads the page in a step of its own: the list of pages, which the page of signing in has too, names this file alone
// and not all that the page needs.
export const load = () => import('./PublicTree.svelte');
