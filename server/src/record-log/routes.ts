import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadPersonLog } from './service.ts';

export const recordLogRoutes = [bind(getPersonLog, loadPersonLog)];
