import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as possible from './service.ts';

export const possibleProviderRoutes = [bind(listPossibleProviders, possible.listPossibleProviders)];
