// As family/public/page.ts: settings need many files, and the list of pages should not name them.
export const load = () => import('./Settings.svelte');
