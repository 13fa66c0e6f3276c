// What the API says about an account and, to administrators, about all of them.

import type { Quota, SessionList } from '../lib/api_types';

export type {
  AccountDeletion,
  AccountLoss,
  ApiToken,
  AttentionItem,
  MadeApiToken,
  MadePasswordLink,
  MadeSignUpInvitation,
  Person,
  PersonChange,
  Quota,
  SecondFactorOffer,
  Settings,
  SignUpInvitation,
} from '../lib/api_types';

export type SessionInfo = SessionList['sessions'][number];
export type QuotaKind = Quota['kind'];
