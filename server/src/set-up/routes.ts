import * as calls from '@homecare/domain/set-up/contract.ts';
import { bind, bindHere } from '../platform/http/bind.ts';
import type { Sites } from '../platform/site/sites.ts';
import { getSetUp, skipStep } from './service.ts';

export const setUpRoutes = (sites: Sites) => [
  bindHere(calls.getSetUp, getSetUp(sites)),
  bind(calls.skipStep, skipStep),
];
