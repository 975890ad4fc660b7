import { counted } from '@homecare/domain/counted.ts';
import type { MarginGroup, MarginLine } from '@homecare/domain/margin/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { IconReceipt } from '@tabler/icons-react';
import { keep } from '../../platform/kept.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { type MarginAsked, useMarginLines } from './api.ts';
import { NUMBER_WORDS, NUMBERS } from './margin-words.ts';

const COLUMNS: readonly Column<MarginLine>[] = [
  {
    key: 'client',
    title: 'Client',
    min: 120,
    cell: ({ clientId, client, caregiverId, caregiver }) => (
      <CellLines
        main={clientId === null ? client : <PersonLink id={clientId} name={client} />}
        sub={<PersonLink id={caregiverId} name={caregiver} />}
        strong
      />
    ),
  },
  { key: 'type', title: 'Type', width: 90, cell: ({ type, month }) => <CellLines main={type} sub={month} /> },
  ...NUMBERS.map(
    (part): Column<MarginLine> => ({
      key: part,
      title: NUMBER_WORDS[part],
      width: 80,
      align: 'right',
      cell: (line) => showMoney(line[part]),
    }),
  ),
];

type Sums = Omit<MarginGroup, 'key' | 'name' | 'lines'>;

/** 'income $100.00, pay $60.00', beside the margin itself. */
export const partWords = ({ income, unpaid, straight, travel, overtime }: Sums) =>
  `income ${showMoney(income + unpaid)}, pay ${showMoney(0 - straight - travel - overtime)}`;

/** 'income $100.00, pay $60.00, margin $40.00' */
export const sumWords = (sums: Sums) => `${partWords(sums)}, margin ${showMoney(sums.margin)}`;

/** The days of its billing record; of pay that belongs to none, all that the caregiver is paid for in the month. */
const storyOf = ({ cardId, month, client, caregiverId, caregiver }: MarginLine): RowStory =>
  cardId === null
    ? { counts: { of: 'caregiver', id: String(caregiverId), month }, title: `${caregiver}, ${month}` }
    : { counts: { of: 'card', id: String(cardId) }, title: `${client}, ${month}` };

interface LinesDialogProps {
  readonly asked: MarginAsked;
  readonly group: MarginGroup;
  readonly title: string;
  readonly onClose: () => void;
}

/** The billing records behind the numbers of a row; they add up to them. */
export const LinesDialog = ({ asked, group, title, onClose }: LinesDialogProps) => {
  const query = useMarginLines(asked, group.key);
  const openPage = useOpenPage();
  /** Its billing record, on the page of its client and month; pay that belongs to none has none. */
  const openCard = ({ clientId, serviceMonth: month }: MarginLine) => {
    if (clientId === null || month === null) return;
    keep(BILLING_VIEW, readBillingView({ client: clientId, month }));
    onClose();
    void openPage('/billing');
  };
  const stories = useRowStory(storyOf);
  const entries = (line: MarginLine) => [
    ...(line.cardId === null
      ? []
      : [{ label: 'Open billing record', icon: IconReceipt, onSelect: () => openCard(line) }]),
    ...stories.entries(line),
  ];
  return (
    <ReadDialog title={`Margin: ${title}`} wide onClose={onClose}>
      <p className="ink2">{`${counted(group.lines, 'line')}: ${sumWords(group)}`}</p>
      <DataTable
        label={`Lines of ${title}`}
        columns={COLUMNS}
        rows={query.data}
        rowKey={({ cardId, month, caregiverId }) => `${cardId ?? ''} ${month} ${caregiverId}`}
        rowName={({ client, month }) => `${client}, ${month}`}
        pageSize={8}
        onOpen={openCard}
        keys={stories.keys}
        menu={entries}
        noun={query.data?.length === 1 ? 'line' : 'lines'}
        listItem={(line) => ({
          title: line.client,
          kind: showMoney(line.margin),
          line: [line.caregiver, line.type, line.month].join(', '),
          more: partWords(line),
        })}
        loadingText="Loading lines…"
        failure={failureOf(query, 'Couldn’t load the lines')}
      />
      {stories.window}
    </ReadDialog>
  );
};
