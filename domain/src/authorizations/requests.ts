import { addDays, showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import type { AuthorizationRow } from './schema.ts';

/** Requests to case managers (docs/rules/authorizations.md, rules 28 and 29). */

export const REQUEST_KINDS = ['More units', 'Renewal', 'New authorization'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface UnitRequest {
  readonly kind: RequestKind;
  readonly units: number;
  readonly from: string;
  readonly through: string;
}

type Line = Pick<AuthorizationRow, 'findings' | 'through'>;

const requestOf = (
  { kind, day, until, units }: AuthorizationRow['findings'][number],
  lastDay: string | null,
): UnitRequest | undefined => {
  switch (kind) {
    case 'runningOut':
    case 'overPlanned':
      return { kind: 'More units', units, from: day, through: until };
    case 'ending':
      return { kind: 'Renewal', units, from: addDays(lastDay ?? day, 1), through: until };
    case 'missing':
      return { kind: 'New authorization', units, from: day, through: until };
    case 'uncoded':
    case 'underUsed':
      return undefined;
  }
};

/** The requests of a line to its case manager, which may be for both more units and its renewal. */
export const requestsOf = ({ findings, through }: Line): UnitRequest[] =>
  findings.flatMap((finding) => requestOf(finding, through) ?? []);

/** '38 units, 12-23-2026 to 12-31-2026' */
export const sayRequest = ({ units, from, through }: UnitRequest): string =>
  `${counted(units, 'unit')}, ${showDate(from)} to ${showDate(through)}`;

/** Lines with requests, grouped by case manager; those without one come last. */
export const requestsByManager = <R extends Line & Pick<AuthorizationRow, 'caseManager'>>(
  rows: readonly R[],
): { readonly caseManager: string; readonly rows: readonly R[] }[] => {
  const asking = rows.filter((row) => requestsOf(row).length > 0);
  const groups = Map.groupBy(asking, ({ caseManager }) => caseManager ?? '');
  return [...groups]
    .map(([caseManager, own]) => ({ caseManager, rows: own }))
    .toSorted((a, b) =>
      a.caseManager === '' ? 1 : b.caseManager === '' ? -1 : a.caseManager < b.caseManager ? -1 : 1,
    );
};

export const NO_REQUESTS = 'No authorization needs more units, a renewal or a new one.';
export const NO_MANAGER_EMAIL =
  'No e-mail address of this case manager is on record. Enter it on the client, or print the list.';
