import {
  getCandidates,
  insertCandidate,
  restoreCandidate,
  updateCandidate,
} from '@homecare/domain/candidates/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import * as candidates from './service.ts';

export const candidateRoutes = [
  bindList(getCandidates, {
    revision: () => [['candidates', 'all']],
    load: candidates.getCandidates,
    rowsOf: 'candidates',
  }),
  bind(insertCandidate, candidates.insertCandidate),
  bind(updateCandidate, candidates.updateCandidate),
  bind(restoreCandidate, candidates.restoreCandidate),
];
