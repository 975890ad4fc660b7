import type { FormWithoutStart } from '@homecare/domain/agency-forms/schema.ts';
import { START_OF } from '@homecare/domain/agency-forms/words.ts';
import type { PersonField } from '@homecare/domain/people/dictionary.ts';
import { Button } from '@mantine/core';
import { IconCalendarCheck, IconCalendarPlus } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { useDue } from './api.ts';

const FIELDS = { client: 'StartOfCare', caregiver: 'Start Date' } as const satisfies Record<
  FormWithoutStart['about'],
  PersonField
>;

/** Opens the record at the day that is missing. */
const useOpenStart = () => {
  const openPage = useOpenPage();
  return ({ personId, about }: Pick<FormWithoutStart, 'personId' | 'about'>) =>
    void openPage('/createuser', { mode: 'Modify', id: personId, field: FIELDS[about] });
};

const COLUMNS: readonly Column<FormWithoutStart>[] = [
  {
    key: 'person',
    title: 'About',
    min: 170,
    cell: ({ personId, person }) => <CellLines strong main={<PersonLink id={personId} name={person} />} />,
  },
  { key: 'form', title: 'Form', width: 300, cell: ({ title }) => title },
  { key: 'missing', title: 'Missing', width: 210, cell: ({ about }) => `Date of the ${START_OF[about]}` },
];

interface WithoutStartTableProps {
  readonly query: ReturnType<typeof useDue>;
  readonly rows: readonly FormWithoutStart[] | undefined;
}

/** Forms for a start that no record says: they are never due until it is entered. */
export const WithoutStartTable = ({ query, rows }: WithoutStartTableProps) => {
  const openStart = useOpenStart();
  return (
    <DataTable
      label="Forms without a start date"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ formId, personId }) => `${formId} ${personId}`}
      rowName={({ title, person }) => `${title}, ${person}`}
      noun={rows?.length === 1 ? 'form' : 'forms'}
      onOpen={openStart}
      menu={(row) => [{ label: 'Open record', icon: IconCalendarPlus, onSelect: () => openStart(row) }]}
      listItem={(row) => ({
        title: row.person,
        kind: row.title,
        line: `No date of the ${START_OF[row.about]}`,
      })}
      footer={freshnessOf(query)}
      loadingText="Loading forms…"
      failure={failureOf(query, 'Couldn’t load the forms')}
      empty={
        <EmptyState
          icon={IconCalendarCheck}
          title="No start date is missing"
          text="Forms for the start of care or work that have no date to count from appear here."
        />
      }
    />
  );
};

/** The same on the page of one person. */
export const WithoutStartNote = ({ rows }: { readonly rows: readonly FormWithoutStart[] }) => {
  const openStart = useOpenStart();
  const [first] = rows;
  if (!first) return null;
  const titles = rows.map(({ title }) => title).join(', ');
  return (
    <Note tone="warn" actions={<Button onClick={() => openStart(first)}>Open record</Button>}>
      The record has no date for the {START_OF[first.about]}, so this is never due: {titles}.
    </Note>
  );
};
