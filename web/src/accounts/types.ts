// What the API says about an account and, to administrators, about all of them.

import type { SessionList } from '../lib/api_types';

export type {
  ApiToken,
  AttentionItem,
  MadeApiToken,
  MadePasswordLink,
  MadeSignUpInvitation,
  Person,
  SecondFactorOffer,
  Settings,
  SignUpInvitation,
} from '../lib/api_types';

export type SessionInfo = SessionList['sessions'][number];
