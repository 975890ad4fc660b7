import * as calls from '@homecare/domain/week-figures/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { listWeekCases, listWeekFigures } from './service.ts';

export const weekFiguresRoutes = [
  bind(calls.listWeekFigures, listWeekFigures),
  bind(calls.listWeekCases, listWeekCases),
];
