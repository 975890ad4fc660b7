import { showStamp } from '@homecare/domain/calendar.ts';
import { type Refusal, refuse } from '@homecare/domain/errors.ts';
import type { Scope, Stamp } from './scope.ts';

/** Somebody else saved since the record was read: who and when, where that is known (docs/rules/calls.md, rule 8). */
export const refuseStale = (scope: Scope, last: Stamp | undefined): Refusal<'stale'> =>
  refuse('stale', last && `Changed by ${last.by} at ${showStamp(last.at, scope.settings.timeZone)}`);
