import { showDate } from '@homecare/domain/calendar.ts';
import type { LeftOut } from '@homecare/domain/eligibility/schema.ts';
import type { Block } from '../platform/documents/blocks.ts';

/** The content of the control sheet of an eligibility request. */
export interface RequestFacts {
  readonly id: number;
  readonly file: string;
  readonly day: string;
  /** In the order of the file. */
  readonly members: readonly {
    readonly place: number;
    readonly medicaid: string;
    readonly client: string;
    readonly dob: string | null;
  }[];
  readonly refused: readonly LeftOut[];
}

/** Members, and left-out clients with the reason (docs/rules/eligibility.md, rule 4). */
export const requestSheet = ({ file, day, members, refused }: RequestFacts): Block[] => [
  {
    kind: 'paragraph',
    text: `File ${file}: ${members.length.toLocaleString('en-US')} ${members.length === 1 ? 'member' : 'members'}, asked about ${showDate(day)}.`,
  },
  {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'No.', width: 8, align: 'right' },
      { head: 'Medicaid', width: 18 },
      { head: 'Client', width: 48 },
      { head: 'DoB', width: 16 },
    ],
    rows: members.map(({ place, medicaid, client, dob }) => [
      place.toLocaleString('en-US'),
      medicaid,
      client,
      showDate(dob),
    ]),
  },
  { kind: 'section', text: 'Clients refused' },
  {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'Client', width: 36 },
      { head: 'Reason', width: 56 },
    ],
    rows: refused.map(({ client, reason }) => [client, reason]),
    none: 'None.',
  },
];
