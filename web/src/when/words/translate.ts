// Puts the words of a line that say when and how often into English.

import type { DateText } from '../../lib/dates';
import type { Reading } from './reading';

// `today` is for words that mean a day of another week.
export type Translate = (reading: Reading, today: DateText) => Reading;
