import { getLog, getRecords, insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as aggregator from './service.ts';

export const aggregatorRoutes = [
  bind(getRecords, aggregator.getRecords),
  bind(insertRecord, aggregator.insertRecord),
  bind(getLog, aggregator.getLog),
];
