import * as calls from '@homecare/domain/calculator/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as calculator from './service.ts';

export const calculatorRoutes = [
  bind(calls.calculate, calculator.calculate),
  bind(calls.listResults, calculator.listResults),
  bind(calls.getResult, calculator.getResult),
  bind(calls.listNorms, calculator.loadNorms),
  bind(calls.saveNorm, calculator.saveNorm),
  bind(calls.saveLimitRule, calculator.saveLimitRule),
  bind(calls.saveCap, calculator.saveCap),
  bind(calls.removeNorm, calculator.removeNorm),
  bind(calls.removeCap, calculator.removeCap),
];
