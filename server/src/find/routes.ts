import { search as searchCall } from '@homecare/domain/find/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { search } from './service.ts';

export const findRoutes = [bind(searchCall, search)];
