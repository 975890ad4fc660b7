import { retireForm, saveForm } from '@homecare/domain/agency-forms/contract.ts';
import type { FormRow } from '@homecare/domain/agency-forms/schema.ts';
import { ABOUT_WORDS, BY_WORDS, sayWhen } from '@homecare/domain/agency-forms/words.ts';
import { counted } from '@homecare/domain/counted.ts';
import {
  IconArchive,
  IconForms,
  IconHistory,
  IconPencil,
  IconPrinter,
  IconTable,
  IconWriting,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AgencyFormLogDialog } from '../record-log/RecordLogDialog.tsx';
import { BUILD, openBlankPaper, RETIRE_FORM, type useForms } from './api.ts';
import { isFillable } from './StartDialog.tsx';

const COLUMNS: readonly Column<FormRow>[] = [
  {
    key: 'title',
    title: 'Form',
    min: 190,
    cell: ({ title, isRetired, version }) => (
      <CellLines strong main={title} sub={isRetired ? 'No longer filled' : `Version ${version}`} />
    ),
  },
  {
    key: 'about',
    title: 'About',
    width: 120,
    cell: ({ about }) => ABOUT_WORDS[about],
  },
  {
    key: 'when',
    title: 'When',
    width: 270,
    cell: (row) => <CellLines main={sayWhen(row)} sub={BY_WORDS[row.by]} />,
  },
  {
    key: 'questions',
    title: 'Questions',
    width: 110,
    align: 'right',
    cell: ({ questions }) => String(questions),
  },
  {
    key: 'filled',
    title: 'Filled',
    width: 100,
    align: 'right',
    cell: ({ filled }) => filled.toLocaleString('en-US'),
  },
];

interface FormsTableProps {
  readonly query: ReturnType<typeof useForms>;
  readonly rows: readonly FormRow[] | undefined;
  readonly onFill: (form: FormRow) => void;
  readonly onAnswers: (form: FormRow) => void;
}

/** The forms of the agency, those in use first. */
export const FormsTable = ({ query, rows, onFill, onAnswers }: FormsTableProps) => {
  const role = useRole();
  const openPage = useOpenPage();
  const [logged, setLogged] = useState<FormRow>();
  const retire = useAction({
    ...RETIRE_FORM,
    onDone: (_, { isRetired }) =>
      toast.success(isRetired ? 'Nobody is asked for it any more' : 'It is in use again'),
  });
  const edit = ({ id }: FormRow) => void openPage(BUILD, { id });
  const builds = may(role, saveForm);
  return (
    <>
      <DataTable
        label="Forms"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        noun={rows?.length === 1 ? 'form' : 'forms'}
        dimmed={({ isRetired }) => isRetired}
        onOpen={builds ? edit : onAnswers}
        menu={(row) => [
          ...(builds ? [{ label: 'Edit', icon: IconPencil, onSelect: () => edit(row) }] : []),
          ...(isFillable(row) ? [{ label: 'Fill…', icon: IconWriting, onSelect: () => onFill(row) }] : []),
          { label: 'Answers', icon: IconTable, onSelect: () => onAnswers(row) },
          { label: 'Print empty', icon: IconPrinter, onSelect: () => openBlankPaper(row.id) },
          { label: 'Record log', icon: IconHistory, onSelect: () => setLogged(row) },
          ...(may(role, retireForm)
            ? [
                {
                  label: row.isRetired ? 'Use again' : 'Stop using',
                  icon: IconArchive,
                  onSelect: () => void retire.run({ id: row.id, rev: row.rev, isRetired: !row.isRetired }),
                },
              ]
            : []),
        ]}
        listItem={(row) => ({
          title: row.title,
          kind: ABOUT_WORDS[row.about],
          line: row.isRetired ? 'No longer filled' : sayWhen(row),
          more: `${BY_WORDS[row.by]}, filled ${counted(row.filled, 'time')}`,
        })}
        footer={freshnessOf(query)}
        loadingText="Loading forms…"
        failure={failureOf(query, 'Couldn’t load the forms')}
        empty={
          <EmptyState
            icon={IconForms}
            title="No forms yet"
            text="Build short forms of your own: questions, choices, signatures and photos."
          />
        }
      />
      {logged && <AgencyFormLogDialog form={logged} onClose={() => setLogged(undefined)} />}
    </>
  );
};
