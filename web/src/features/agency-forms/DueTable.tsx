import { isFilledOn } from '@homecare/domain/agency-forms/definition.ts';
import { isOverdue } from '@homecare/domain/agency-forms/due.ts';
import type { DueForm } from '@homecare/domain/agency-forms/schema.ts';
import { BY_WORDS } from '@homecare/domain/agency-forms/words.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { IconChecklist, IconPencil, IconUser } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { useDue } from './api.ts';

const sayDue = ({ due }: DueForm, today: string) =>
  isOverdue({ due }, today) ? `Overdue since ${showDate(due)}` : `Due ${showDate(due)}`;

const columnsOn = (today: string): readonly Column<DueForm>[] => [
  {
    key: 'person',
    title: 'About',
    min: 170,
    cell: ({ personId, person }) => <CellLines strong main={<PersonLink id={personId} name={person} />} />,
  },
  { key: 'form', title: 'Form', width: 260, cell: ({ title }) => title },
  { key: 'by', title: 'Filled by', width: 220, cell: ({ by }) => BY_WORDS[by] },
  {
    key: 'due',
    title: 'Due',
    width: 210,
    cell: (row) => sayDue(row, today),
  },
];

interface DueTableProps {
  readonly query: ReturnType<typeof useDue>;
  readonly rows: readonly DueForm[] | undefined;
  readonly onFill: (row: DueForm) => void;
}

/** What is to be filled now, what is longest due first. */
export const DueTable = ({ query, rows, onFill }: DueTableProps) => {
  const today = useToday().toString();
  const openPage = useOpenPage();
  const openPerson = ({ personId }: DueForm) => void openPage(personPath(personId, 'forms'));
  return (
    <DataTable
      label="Forms due"
      columns={columnsOn(today)}
      rows={rows}
      rowKey={({ formId, personId }) => `${formId} ${personId}`}
      rowName={({ title, person }) => `${title}, ${person}`}
      noun={rows?.length === 1 ? 'form' : 'forms'}
      tone={(row) => (isOverdue(row, today) ? 'danger' : undefined)}
      onOpen={(row) => (isFilledOn('office', row) ? onFill(row) : openPerson(row))}
      menu={(row) => [
        ...(isFilledOn('office', row)
          ? [{ label: 'Fill…', icon: IconPencil, onSelect: () => onFill(row) }]
          : []),
        { label: 'Forms of this person', icon: IconUser, onSelect: () => openPerson(row) },
      ]}
      listItem={(row) => ({
        title: row.person,
        kind: row.title,
        line: sayDue(row, today),
        more: BY_WORDS[row.by],
      })}
      footer={freshnessOf(query)}
      loadingText="Loading forms…"
      failure={failureOf(query, 'Couldn’t load the forms')}
      empty={
        <EmptyState
          icon={IconChecklist}
          title="No form is due"
          text="Forms appear here when somebody has to fill them."
        />
      }
    />
  );
};
