import { showDate } from '@homecare/domain/calendar.ts';
import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import type { Paper } from '../../platform/documents/paper.ts';
import type { PlanFacts, PrintedClient, PrintedPerson, PrintedProvider } from '../queries.ts';

export type { PlanFacts, PrintedClient, PrintedProvider };

/** What all documents of plans are printed with. */
export interface Printing {
  readonly paper: Paper;
  readonly zone: string;
  readonly pack: StatePack;
  /** Of the site, in the code of each page. */
  readonly tag: string;
}

export interface SheetFlags {
  readonly covidts: boolean;
  readonly timeNeeded: boolean;
  readonly mreport: boolean;
}

type Named = Pick<PrintedPerson, 'last' | 'first' | 'middle'>;

/** LastName, FirstName M: in tables and boxes. */
export const tableName = ({ last, first, middle }: Named) => joinName(last, first, middle);

/** FirstName LastName: beside signatures. */
export const letterName = ({ first, last }: Named) => [first, last].filter(Boolean).join(' ');

const zipOf = (zip: string | null) => (zip?.length === 9 ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip);

/** Street lines, then city, state and ZIP. */
export const addressLines = ({ address, address2, city, state, zip }: PrintedPerson): string[] =>
  [
    [address, address2].filter(Boolean).join(', '),
    [city, [state, zipOf(zip)].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ].filter((line) => line !== '');

/** 'TEMPORARY 11-01-2026 - 11-14-2026, covers Garcia, Elena' */
export const temporaryBanner = (
  { coversPlanId, StartDate, EndDate, coveredProvider }: PlanFacts,
  withPlan: boolean,
) =>
  coversPlanId === null
    ? undefined
    : `TEMPORARY ${showDate(StartDate)} - ${showDate(EndDate)}, covers ${withPlan ? `plan ${coversPlanId} of ` : ''}${coveredProvider ?? ''}`;

export const limitsOf = ({ client, provider, temporary, closed }: PlanFacts): VisitLimits => ({
  archived: [client.archived, provider.archived],
  temporary,
  closed,
});

export const subjectOf = ({ client, id }: PlanFacts) => `${tableName(client)}, plan ${id}`;
