// All apps, in the order of the navigation. The first one is the home page.

import { agenda } from './agenda/app';
import { bookings } from './bookings/app';
import { calendars } from './calendars/app';
import { familyTrees } from './family/app';
import type { App } from './lib/app_type';
import { planner } from './planner/app';
import { projects } from './projects/app';

export const apps: readonly [App, ...App[]] = [
  agenda,
  calendars,
  planner,
  projects,
  bookings,
  familyTrees,
];
