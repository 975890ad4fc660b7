import * as calls from '@homecare/domain/payers/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as payers from './service.ts';

export const payerRoutes = [
  bind(calls.listPayers, payers.listPayers),
  bind(calls.savePayer, payers.savePayer),
  bind(calls.getClientPayers, payers.getClientPayers),
  bind(calls.saveClientPayers, payers.saveClientPayers),
];
