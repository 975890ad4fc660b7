import { FINDING_KINDS, type FindingKind } from '@homecare/domain/authorizations/findings.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Tone } from '../../ui/tones.ts';

/** The tiles of the page. Each line is in exactly one of them, by its first finding, so that they add up. */

export const STAKES: Record<
  FindingKind,
  { readonly title: string; readonly tone: Tone; readonly lost: string }
> = {
  runningOut: { title: 'Running out', tone: 'danger', lost: 'not paid' },
  overPlanned: { title: 'Overplanned', tone: 'warn', lost: 'not paid' },
  underUsed: { title: 'Underused', tone: 'warn', lost: 'lost' },
  ending: { title: 'Ending, no new one', tone: 'danger', lost: 'not paid' },
  uncoded: { title: 'No code for program', tone: 'danger', lost: 'not paid' },
  missing: { title: 'Missing', tone: 'danger', lost: 'not paid' },
};
export const STAKE_ORDER = [
  'runningOut',
  'overPlanned',
  'underUsed',
  'ending',
  'missing',
  'uncoded',
] as const satisfies readonly FindingKind[];

export interface LookedFor {
  readonly search: string;
  readonly type: string;
  readonly caseManager: string;
  readonly program: string;
  readonly kind: FindingKind | 'all' | 'any';
}
export const NO_LOOK: LookedFor = { search: '', type: '', caseManager: '', program: '', kind: 'all' };

/** The filters in the URL, which never contains a client or case manager. */
export const filtersOf = ({ type, program, kind }: LookedFor) => ({ type, program, kind });

/** Reads filters, as far as this version knows them. */
export const readFilters = ({
  type,
  program,
  kind,
}: Readonly<Record<string, string | boolean>>): Pick<LookedFor, 'type' | 'program' | 'kind'> => ({
  type: String(type),
  program: String(program),
  kind: ([...FINDING_KINDS, 'any'] as const).find((one) => one === kind) ?? NO_LOOK.kind,
});

export const kindOf = ({ findings }: AuthorizationRow): FindingKind | undefined => findings[0]?.kind;
export const stakeOf = ({ findings }: AuthorizationRow): number => findings[0]?.cents ?? 0;

/** The rows that match search and selects, regardless of the tile. */
export const foundRows = (rows: readonly AuthorizationRow[], look: LookedFor): AuthorizationRow[] => {
  const wanted = fold(look.search.trim());
  return rows.filter(
    ({ client, number, caseManager, program, type }) =>
      (look.type === '' || type === look.type) &&
      (look.program === '' || program === look.program) &&
      (look.caseManager === '' || caseManager === look.caseManager) &&
      [client, number ?? '', caseManager ?? ''].some((text) => fold(text).includes(wanted)),
  );
};

export const rowsOfTile = (rows: readonly AuthorizationRow[], kind: LookedFor['kind']): AuthorizationRow[] =>
  kind === 'all'
    ? [...rows]
    : rows.filter((row) => (kind === 'any' ? row.findings.length > 0 : kindOf(row) === kind));

export interface Tile {
  readonly kind: Exclude<LookedFor['kind'], 'all'>;
  readonly lines: number;
  readonly units: number;
  /** Null if the user sees only units. */
  readonly cents: number | null;
}

const tile = (kind: Tile['kind'], rows: readonly AuthorizationRow[]): Tile => {
  const own = rowsOfTile(rows, kind);
  const seesMoney = rows.every(({ findings }) => findings.every(({ cents }) => cents !== null));
  return {
    kind,
    lines: own.length,
    units: sum(own.map(({ findings }) => findings[0]?.units ?? 0)),
    cents: seesMoney ? sum(own.map(stakeOf)) : null,
  };
};

/** The first tile is the sum of the others. The tile for types without a code, which are rare, is shown only if there is one. */
export const tilesOf = (rows: readonly AuthorizationRow[]): Tile[] => [
  tile('any', rows),
  ...STAKE_ORDER.map((kind) => tile(kind, rows)).filter(({ kind, lines }) => kind !== 'uncoded' || lines > 0),
];

const isKind = (kind: string): kind is FindingKind => FINDING_KINDS.some((one) => one === kind);
export const toneOfTile = ({ kind }: Tile): Tone | undefined =>
  isKind(kind) ? STAKES[kind].tone : undefined;
