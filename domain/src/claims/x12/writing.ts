import type { GroupHead, InterchangeHead } from './envelope.ts';
import { ISA_WIDTHS } from './segments.ts';
import { showDay } from './values.ts';

/** An element, or the parts of a composite one. */
export type Value = string | readonly string[];

/** The last safeguard, whatever the caller did: data never contains a separator or a control character. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]|[*:^~|]/g, '');

const withoutTail = (values: readonly string[]): readonly string[] =>
  values.slice(0, values.findLastIndex((value) => value !== '') + 1);

const shown = (value: Value) =>
  typeof value === 'string' ? plain(value) : withoutTail(value.map(plain)).join(':');

/** One segment without its terminator and without empty elements at the end. */
export const segment = (id: string, ...values: readonly Value[]): string =>
  withoutTail([id, ...values.map(shown)]).join('*');

export interface SetToWrite {
  readonly set: string;
  readonly control: string;
  readonly version: string;
  /** The segments between ST and SE. */
  readonly body: readonly string[];
}

const isaSegment = (head: InterchangeHead): string => {
  const values = [
    head.authorization.qualifier,
    head.authorization.value,
    head.security.qualifier,
    head.security.value,
    head.sender.qualifier,
    head.sender.value,
    head.receiver.qualifier,
    head.receiver.value,
    showDay(head.date).slice(2),
    head.time,
    '^',
    '00501',
    String(head.control).padStart(9, '0'),
    head.acknowledgement ? '1' : '0',
    head.usage,
    ':',
  ];
  const fixed = ISA_WIDTHS.map((width, index) => {
    const value = values[index] ?? '';
    return (index === 10 || index === 15 ? value : plain(value)).slice(0, width).padEnd(width);
  });
  return ['ISA', ...fixed].join('*');
};

/** An interchange with one group, one segment per line. Counts and closing control numbers are added here. */
export const writeInterchange = (
  head: InterchangeHead,
  group: GroupHead,
  sets: readonly SetToWrite[],
): string => {
  const gs = segment(
    'GS',
    group.functional,
    group.sender,
    group.receiver,
    showDay(group.date),
    group.time,
    String(group.control),
    'X',
    group.version,
  );
  // An 835 names its version only in GS. The lines are spread into an array, because a month has too many to be arguments of a call.
  const lines = [
    isaSegment(head),
    gs,
    ...sets.flatMap(({ set, control, version, body }) => [
      segment('ST', set, control, version),
      ...body,
      segment('SE', String(body.length + 2), control),
    ]),
    segment('GE', String(sets.length), String(group.control)),
    segment('IEA', '1', String(head.control).padStart(9, '0')),
  ];
  return `${lines.join('~\n')}~\n`;
};
