import type { ClaimPayment, LinePayment, Remittance } from '../835.ts';
import { writeAdjustments } from '../x12/adjustments.ts';
import { showProcedure } from '../x12/fields.ts';
import { showDay, showQuantity, showX12Cents } from '../x12/values.ts';
import { segment, writeInterchange } from '../x12/writing.ts';

/** Writes remittances as a payer would, for tests. */

const line = (of: LinePayment): string[] => [
  segment(
    'SVC',
    showProcedure(of.procedure),
    showX12Cents(of.charge),
    showX12Cents(of.paid),
    '',
    of.units ? showQuantity(of.units) : '',
  ),
  ...(of.from === null ? [] : [segment('DTM', '472', showDay(of.from))]),
  ...writeAdjustments(of.adjustments),
  ...(of.control === null ? [] : [segment('REF', '6R', of.control)]),
  ...of.remarks.map((code) => segment('LQ', 'HE', code)),
];

const claim = (of: ClaimPayment): string[] => [
  segment(
    'CLP',
    of.id,
    of.status,
    showX12Cents(of.charge),
    showX12Cents(of.paid),
    '',
    'MC',
    of.icn,
    '12',
    of.frequency ?? '',
  ),
  ...writeAdjustments(of.adjustments),
  segment('NM1', 'QC', '1', 'DOE', 'JANE', '', '', '', 'MI', of.memberId ?? ''),
  ...of.lines.flatMap(line),
];

const body = (of: Remittance): string[] => [
  segment(
    'BPR',
    'I',
    showX12Cents(of.paid),
    'C',
    of.method ?? 'NON',
    ...Array<string>(11).fill(''),
    showDay(of.date ?? ''),
  ),
  segment('TRN', '1', of.trace, of.payer.id ?? ''),
  segment('N1', 'PR', of.payer.name ?? ''),
  segment('N1', 'PE', of.payee.name ?? '', 'XX', of.payee.id ?? ''),
  segment('LX', '1'),
  ...of.claims.flatMap(claim),
  ...of.adjustments.map(({ reason, reference, amount }) =>
    segment('PLB', of.payee.id ?? '', '20261231', [reason, reference ?? ''], showX12Cents(amount)),
  ),
];

const DAY = { date: '2026-12-04', time: '1000', control: 7 };

export const writeRemittances = (remittances: readonly Remittance[]): string =>
  writeInterchange(
    {
      ...DAY,
      authorization: { qualifier: '00', value: '' },
      security: { qualifier: '00', value: '' },
      sender: { qualifier: 'ZZ', value: 'COMEDASSISTPROG' },
      receiver: { qualifier: 'ZZ', value: '12345678' },
      acknowledgement: false,
      usage: 'P',
    },
    { ...DAY, functional: 'HP', sender: 'COMEDASSISTPROG', receiver: '12345678', version: '005010X221A1' },
    remittances.map((remittance) => ({
      set: '835',
      control: remittance.control,
      version: '',
      body: body(remittance),
    })),
  );
