import type { PersonKind } from './dictionary.ts';
import type { PersonRow } from './schema.ts';

/** Names on the wire that do not say what they hold; whatever is no contract reads them from here. */
export const KIND = 'Provider or Client';
export const STATUS = 'Cur';
export const SSN = 'SSI #';
export const AGGREGATOR_STATUS = 'SunDataStatus';

export const ACTIVE_STATUS = 'y';
export const ARCHIVED_STATUS = 'n';

/** What says whether somebody may be chosen for new care. */
export type KindAndStatus = Pick<PersonRow, typeof KIND | typeof STATUS>;

/** Of a record, a row of a list or a draft; nobody is neither. */
type Kind = { readonly [KIND]?: string | null | undefined } | null | undefined;
type Status = { readonly [STATUS]?: string | null | undefined } | null | undefined;

export const isProvider = (person: Kind) => person?.[KIND] === 'Provider';
export const isClient = (person: Kind) => person?.[KIND] === 'Client';
export const kindOf = (person: Kind): PersonKind => (isProvider(person) ? 'Provider' : 'Client');

export const isActive = (person: Status) => person?.[STATUS] === ACTIVE_STATUS;
export const isArchived = (person: Status) => person?.[STATUS] === ARCHIVED_STATUS;
export const isActiveOfKind = (person: Kind & Status, kind: PersonKind) =>
  person?.[KIND] === kind && isActive(person);
