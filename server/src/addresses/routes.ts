import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as addresses from './service.ts';

export const addressRoutes = [bind(suggestAddresses, addresses.suggestAddresses)];
