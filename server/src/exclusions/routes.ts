import * as calls from '@homecare/domain/exclusions/contract.ts';
import { bind, bindUpload } from '../platform/http/bind.ts';
import * as exclusions from './service.ts';

export const exclusionRoutes = [
  bindUpload(calls.screenPeople, exclusions.screenPeople),
  bind(calls.listExclusions, exclusions.listExclusions),
  bind(calls.decideFinding, exclusions.decideFinding),
  bind(calls.exportExclusions, exclusions.exportExclusions),
];
