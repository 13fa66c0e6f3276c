// Tells people that their password was set with the help of another person.

import { dayOf } from '../../lib/moments';
import type { Me } from '../../lib/types';
import { t } from '../../lib/messages';

export function passwordHelpText(help: NonNullable<Me['passwordHelp']>): string {
  return t.signIn.passwordHelp({ name: help.by, day: dayOf(help.at) });
}
