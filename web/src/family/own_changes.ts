// The changes that are made on this page.

import { Changes } from './changes';
import { family } from './data.svelte';

export const changes = new Changes(family);
