import * as calls from '@homecare/domain/plan-types/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as planTypes from './service.ts';

export const planTypeRoutes = [
  bind(calls.updateType, planTypes.updateType),
  bind(calls.listTypes, planTypes.listTypes),
  bind(calls.addType, planTypes.addType),
  bind(calls.saveType, planTypes.saveType),
  bind(calls.saveTerm, planTypes.saveTerm),
  bind(calls.removeTerm, planTypes.removeTerm),
  bind(calls.getPostcodes, planTypes.getPostcodes),
  bind(calls.listPostcodes, planTypes.listPostcodes),
  bind(calls.addPostcodes, planTypes.addPostcodes),
  bind(calls.removePostcodes, planTypes.removePostcodes),
];
