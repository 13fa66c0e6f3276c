// The fields in which an administrator says how much of each kind people may have.

import type { QuotaChange } from '../../lib/api_types';
import { quotaChangeLimits } from '../../lib/api_limits';
import type { Problems } from '../forms/submission.svelte';
import type { QuotaKind } from '../types';
import { amountIn, amountText, fieldText } from './quota_words';
import { t } from '../../lib/messages';

export type Amounts = Partial<Record<QuotaKind, number>>;

export class QuotaForm {
  readonly kinds: readonly QuotaKind[];
  // What the fields say; empty for what is not set.
  texts = $state<Partial<Record<QuotaKind, string>>>({});
  #before: Partial<Record<QuotaKind, string>> = {};

  constructor(kinds: readonly QuotaKind[], set: Amounts) {
    this.kinds = kinds;
    this.show(set);
  }

  show(set: Amounts): void {
    const texts: Partial<Record<QuotaKind, string>> = {};
    for (const kind of this.kinds) {
      const amount = set[kind];
      texts[kind] = amount === undefined ? '' : fieldText(kind, amount);
    }
    this.texts = texts;
    this.#before = { ...texts };
  }

  get problems(): Problems {
    const problems: Problems = {};
    for (const kind of this.#changed()) {
      const amount = amountIn(kind, this.texts[kind] ?? '');
      const most = quotaChangeLimits[kind].maximum;
      if (amount === undefined) problems[kind] = t.accounts.quotas.number();
      else if ((amount ?? 0) > most) {
        problems[kind] = t.accounts.quotas.atMost({ amount: amountText(kind, most) });
      }
    }
    return problems;
  }

  // Only what is different now, so that nothing is rounded by being shown.
  get change(): QuotaChange {
    const change: QuotaChange = {};
    for (const kind of this.#changed()) {
      change[kind] = amountIn(kind, this.texts[kind] ?? '') ?? null;
    }
    return change;
  }

  get isChanged(): boolean {
    return this.#changed().length > 0;
  }

  #changed(): QuotaKind[] {
    return this.kinds.filter((kind) => this.texts[kind] !== this.#before[kind]);
  }
}
