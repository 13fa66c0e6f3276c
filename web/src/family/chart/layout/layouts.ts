// The layout of each kind of chart.

import type { Kin } from '../kin';
import type { ChartKind, ChartLayout, LayoutOptions } from './chart_layout';
import { fan } from './fan';
import { ancestors, descendants, hourglass } from './trees';

type Layout = (kin: Kin, centreId: string, options: LayoutOptions) => ChartLayout;

export const layouts: Record<ChartKind, Layout> = { hourglass, ancestors, descendants, fan };
