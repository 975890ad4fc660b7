import {
  type Address,
  type BillingProvider,
  CLAIM_VERSION,
  type Claim,
  type ClaimFile,
  type ClaimProvider,
  type ClaimSet,
  type Contact,
  type Coverage,
  type Demographics,
  type LineAdjudication,
  type Named,
  type OtherPayer,
  type Party,
  type Patient,
  type ServiceLine,
  type Subscriber,
} from './claim.ts';
import { writeAdjustments } from './x12/adjustments.ts';
import { x12Extended, x12Text } from './x12/characters.ts';
import type { Qualified } from './x12/envelope.ts';
import { showProcedure } from './x12/fields.ts';
import { showDay, showQuantity, showX12Cents } from './x12/values.ts';
import { segment, writeInterchange } from './x12/writing.ts';

/** Maximum lengths in the standard. */
const NAME = 60;
const FIRST = 35;
const MIDDLE = 25;
const SUFFIX = 10;
const LINE = 55;
const CITY = 30;
const REFERENCE = 50;
const CONTACT = 60;
const EMAIL = 256;

/** NM1: a party's role, name and identifying number. */
export const nameSegment = (role: string, party: Party): string => {
  const identity = [party.identity?.qualifier ?? '', x12Extended(party.identity?.value ?? null, 80)];
  return party.kind === 'person'
    ? segment(
        'NM1',
        role,
        '1',
        x12Text(party.last, NAME),
        x12Text(party.first, FIRST),
        x12Text(party.middle, MIDDLE),
        '',
        x12Text(party.suffix, SUFFIX),
        ...identity,
      )
    : segment('NM1', role, '2', x12Text(party.name, NAME), '', '', '', '', ...identity);
};

const address = (at: Address | null): string[] =>
  at === null
    ? []
    : [
        segment('N3', x12Text(at.line1, LINE), x12Text(at.line2, LINE)),
        segment('N4', x12Text(at.city, CITY), x12Text(at.state, 2), x12Text(at.zip, 15)),
      ];

const references = (list: readonly Qualified[]): string[] =>
  list.map(({ qualifier, value }) => segment('REF', qualifier, x12Extended(value, REFERENCE)));

const demographics = (of: Demographics | null): string[] =>
  of === null ? [] : [segment('DMG', 'D8', showDay(of.born), of.gender)];

const contact = ({ name, numbers }: Contact): string =>
  segment(
    'PER',
    'IC',
    x12Text(name, CONTACT),
    ...numbers
      .slice(0, 3)
      .flatMap(({ qualifier, value }) => [
        qualifier,
        qualifier === 'EM' ? x12Extended(value, EMAIL) : x12Text(value, EMAIL),
      ]),
  );

const taxonomy = (role: string, code: string | null): string[] =>
  code === null ? [] : [segment('PRV', role, 'PXC', x12Text(code, REFERENCE))];

const coverage = (of: Coverage): string =>
  segment(
    'SBR',
    of.responsibility,
    of.relationship ?? '',
    x12Extended(of.group, REFERENCE),
    x12Text(of.groupName, NAME),
    of.insuranceType ?? '',
    '',
    '',
    '',
    of.filing ?? '',
  );

const named = (role: string, of: Named): string[] => [
  nameSegment(role, of.party),
  ...address(of.address),
  ...references(of.references),
];

const adjudication = (of: LineAdjudication): string[] => [
  segment(
    'SVD',
    x12Extended(of.payer, 80),
    showX12Cents(of.paid),
    showProcedure(of.procedure),
    '',
    of.units ? showQuantity(of.units) : '',
  ),
  ...writeAdjustments(of.adjustments),
  ...(of.day === null ? [] : [segment('DTP', '573', 'D8', showDay(of.day))]),
  ...(of.owed === null ? [] : [segment('AMT', 'EAF', showX12Cents(of.owed))]),
];

/** One day, or the range of days that a line covers. */
const serviceDays = ({ from, through }: ServiceLine): string =>
  from === through
    ? segment('DTP', '472', 'D8', showDay(from))
    : segment('DTP', '472', 'RD8', `${showDay(from)}-${showDay(through)}`);

const line = (of: ServiceLine, index: number): string[] => [
  segment('LX', String(index + 1)),
  segment(
    'SV1',
    showProcedure(of.procedure),
    showX12Cents(of.charge),
    of.measure,
    showQuantity(of.units),
    of.place ?? '',
    '',
    of.pointers.map(String),
  ),
  serviceDays(of),
  ...(of.control === null ? [] : references([{ qualifier: '6R', value: of.control }])),
  ...of.adjudications.flatMap(adjudication),
];

const claimProvider = (of: ClaimProvider): string[] => [
  nameSegment(of.role, of.party),
  ...taxonomy('PE', of.taxonomy),
  ...address(of.address),
  ...references(of.references),
];

const otherPayer = (of: OtherPayer): string[] => [
  coverage(of.coverage),
  ...writeAdjustments(of.adjustments),
  ...of.amounts.map(({ qualifier, cents }) => segment('AMT', qualifier, showX12Cents(cents))),
  segment('OI', '', '', of.benefitsAssigned, of.signatureSource ?? '', '', of.release),
  ...named('IL', of.subscriber),
  ...named('PR', of.payer),
];

const claim = (of: Claim): string[] => [
  segment(
    'CLM',
    x12Extended(of.id, 38),
    showX12Cents(of.charge),
    '',
    '',
    [of.place, 'B', of.frequency],
    of.providerSignature,
    of.acceptsAssignment,
    of.benefitsAssigned,
    of.release,
  ),
  ...references(of.references),
  ...(of.diagnoses.length === 0
    ? []
    : [segment('HI', ...of.diagnoses.map(({ qualifier, code }) => [qualifier, code]))]),
  ...of.providers.flatMap(claimProvider),
  ...of.otherPayers.flatMap(otherPayer),
  ...of.lines.flatMap(line),
];

/** Numbers the levels of a transaction in the order of writing. */
const levels = () => {
  let last = 0;
  return (parent: number | null, level: '20' | '22' | '23', hasChildren: boolean) => {
    last += 1;
    const above = parent === null ? '' : String(parent);
    return { id: last, text: segment('HL', String(last), above, level, hasChildren ? '1' : '0') };
  };
};
type NextLevel = ReturnType<typeof levels>;

const patient = (of: Patient, parent: number, next: NextLevel): string[] => [
  next(parent, '23', false).text,
  segment('PAT', of.relationship),
  nameSegment('QC', of.party),
  ...address(of.address),
  ...demographics(of.demographics),
  ...references(of.references),
  ...of.claims.flatMap(claim),
];

const subscriber = (of: Subscriber, parent: number, next: NextLevel): string[] => {
  const level = next(parent, '22', of.patients.length > 0);
  return [
    level.text,
    coverage(of.coverage),
    nameSegment('IL', of.party),
    ...address(of.address),
    ...demographics(of.demographics),
    ...references(of.references),
    ...named('PR', of.payer),
    ...of.claims.flatMap(claim),
    ...of.patients.flatMap((one) => patient(one, level.id, next)),
  ];
};

const provider = (of: BillingProvider, next: NextLevel): string[] => {
  const level = next(null, '20', of.subscribers.length > 0);
  return [
    level.text,
    ...taxonomy('BI', of.taxonomy),
    ...named('85', of),
    ...of.contacts.map(contact),
    ...(of.payTo === null ? [] : [segment('NM1', '87', '2'), ...address(of.payTo)]),
    ...of.subscribers.flatMap((one) => subscriber(one, level.id, next)),
  ];
};

const claimSet = (of: ClaimSet): string[] => {
  const next = levels();
  return [
    segment(
      'BHT',
      '0019',
      of.purpose,
      x12Extended(of.reference, REFERENCE),
      showDay(of.date),
      of.time,
      of.kind,
    ),
    nameSegment('41', of.submitter.party),
    ...of.submitter.contacts.map(contact),
    nameSegment('40', of.receiver),
    ...of.providers.flatMap((one) => provider(one, next)),
  ];
};

/** Writes a file of claims: names in the basic character set, with counts and level numbers added here. */
export const writeClaims = ({ head, group, sets }: ClaimFile): string =>
  writeInterchange(
    head,
    { ...group, functional: 'HC', version: CLAIM_VERSION },
    sets.map((set) => ({ set: '837', control: set.control, version: CLAIM_VERSION, body: claimSet(set) })),
  );
