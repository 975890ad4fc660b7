import type { PersonKind } from './dictionary.ts';
import type { PersonRow } from './schema.ts';

/** Field names in calls that do not say what they contain. All code except contracts uses these constants. */
export const KIND = 'Provider or Client';
export const STATUS = 'Cur';
export const SSN = 'SSI #';
export const AGGREGATOR_STATUS = 'SunDataStatus';

export const ACTIVE_STATUS = 'y';
export const ARCHIVED_STATUS = 'n';

/** The fields that decide whether somebody can be chosen for new care. */
export type KindAndStatus = Pick<PersonRow, typeof KIND | typeof STATUS>;

/** Accepts a record, a list row, a draft or nothing. */
type Kind = { readonly [KIND]?: string | null | undefined } | null | undefined;
type Status = { readonly [STATUS]?: string | null | undefined } | null | undefined;

export const isProvider = (person: Kind) => person?.[KIND] === 'Provider';
export const isClient = (person: Kind) => person?.[KIND] === 'Client';
export const kindOf = (person: Kind): PersonKind => (isProvider(person) ? 'Provider' : 'Client');

export const isActive = (person: Status) => person?.[STATUS] === ACTIVE_STATUS;
export const isArchived = (person: Status) => person?.[STATUS] === ARCHIVED_STATUS;
export const isActiveOfKind = (person: Kind & Status, kind: PersonKind) =>
  person?.[KIND] === kind && isActive(person);
