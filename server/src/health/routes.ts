import * as calls from '@homecare/domain/health/contract.ts';
import { bind } from '../platform/http/bind.ts';
import type { Machine } from '../platform/site/machine.ts';
import { getHealth } from './service.ts';

export const healthRoutes = (machine: Machine) => [bind(calls.getHealth, getHealth(machine))];
