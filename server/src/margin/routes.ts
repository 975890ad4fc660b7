import * as calls from '@homecare/domain/margin/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadMargin, loadMarginLines } from './service.ts';

export const marginRoutes = [bind(calls.getMargin, loadMargin), bind(calls.listMarginLines, loadMarginLines)];
