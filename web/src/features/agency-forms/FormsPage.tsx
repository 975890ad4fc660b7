import { saveForm } from '@homecare/domain/agency-forms/contract.ts';
import { isOverdue } from '@homecare/domain/agency-forms/due.ts';
import type { FormReport } from '@homecare/domain/agency-forms/schema.ts';
import { addDays, showDate } from '@homecare/domain/calendar.ts';
import { fold } from '@homecare/domain/fold.ts';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconWriting } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { useToday } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { BUILD, FILLED, fetchReport, useDue, useFilledList, useForms, useReport, type Whom } from './api.ts';
import { DueTable } from './DueTable.tsx';
import { FillDialog } from './FillDialog.tsx';
import { FilledTable } from './FilledTable.tsx';
import { FormsTable } from './FormsTable.tsx';
import { isFillable, StartDialog } from './StartDialog.tsx';
import { WithoutStartTable } from './WithoutStartTable.tsx';

const TABS = ['overdue', 'due', 'start', 'filled', 'forms'] as const;
type ReportRow = FormReport['rows'][number];

/** A report opens with the last 90 days. */
const DAYS = 90;

const reportColumns = ({ columns }: FormReport): readonly Column<ReportRow>[] => [
  { key: 'day', title: 'Date', width: 120, cell: ({ day }) => showDate(day) },
  ...columns.map(({ key, title }, at) => ({
    key,
    title,
    width: 170,
    cell: ({ cells }: ReportRow) => cells[at] || '–',
  })),
];

/** What was filled: of all forms, or the answers to one in some days. */
const useFilledTab = (isOpen: boolean, matches: (name: string) => boolean) => {
  const today = useToday().toString();
  const [formId, setFormId] = useKept<number | null>('forms.of', null);
  const [span, setSpan] = useKept('forms.days', { from: addDays(today, -DAYS), through: today });
  const isSpan = isIsoDate(span.from) && isIsoDate(span.through) && span.from <= span.through;
  const all = useFilledList({}, isOpen && formId === null);
  const report = useReport({ formId: formId ?? 1, ...span }, isOpen && formId !== null && isSpan);
  const found = <Row extends { readonly person: string }>(rows: readonly Row[] | undefined) =>
    rows?.filter(({ person }) => matches(person));
  return { formId, setFormId, span, setSpan, isSpan, all, report, found };
};

type FilledTab = ReturnType<typeof useFilledTab>;

const FilledFilters = ({
  tab,
  forms,
}: {
  readonly tab: FilledTab;
  readonly forms: ReturnType<typeof useForms>;
}) => (
  <>
    <Select
      aria-label="Form"
      placeholder="All forms"
      clearable
      searchable
      w={220}
      data={(forms.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
      value={tab.formId === null ? null : String(tab.formId)}
      onChange={(next) => tab.setFormId(next === null ? null : Number(next))}
    />
    {tab.formId !== null && (
      <>
        <DateBox
          aria-label="From"
          width={150}
          value={tab.span.from}
          onChange={(from) => tab.setSpan({ ...tab.span, from })}
        />
        <DateBox
          aria-label="Through"
          width={150}
          value={tab.span.through}
          error={tab.isSpan ? undefined : 'The end is before the start'}
          onChange={(through) => tab.setSpan({ ...tab.span, through })}
        />
      </>
    )}
  </>
);

const FilledRows = ({ tab }: { readonly tab: FilledTab }) =>
  tab.formId === null ? (
    <FilledTable query={tab.all} rows={tab.found(tab.all.data)} />
  ) : (
    <FilledTable
      query={tab.report}
      rows={tab.found(tab.report.data?.rows)}
      columns={tab.report.data ? reportColumns(tab.report.data) : []}
    />
  );

/** What is being filled, or about to be. */
type Filling = { readonly step: 'choose'; readonly formId?: number } | ({ readonly step: 'fill' } & Whom);

const FillingDialogs = ({
  filling,
  forms,
  onChange,
}: {
  readonly filling: Filling | undefined;
  readonly forms: ReturnType<typeof useForms>;
  readonly onChange: (next: Filling | undefined) => void;
}) => {
  const openPage = useOpenPage();
  const close = () => onChange(undefined);
  if (filling?.step === 'choose')
    return (
      <StartDialog
        forms={forms.data ?? []}
        formId={filling.formId}
        onStart={(whom) => onChange({ step: 'fill', ...whom })}
        onClose={close}
      />
    );
  if (filling?.step !== 'fill') return null;
  const { step: _, ...whom } = filling;
  return <FillDialog {...whom} onSaved={(id) => void openPage(FILLED, { id })} onClose={close} />;
};

/** /forms: what is due, what was filled, and the forms themselves. */
export const FormsPage = () => {
  const today = useToday().toString();
  const role = useRole();
  const openPage = useOpenPage();
  const forms = useForms();
  const due = useDue();
  const [tab, setTab] = useKeptTab('forms.tab', TABS, 'due');
  const [search, setSearch] = useState('');
  const [filling, setFilling] = useState<Filling>();
  const wanted = fold(search.trim());
  const matches = (name: string) => fold(name).includes(wanted);
  const filled = useFilledTab(tab === 'filled', matches);
  const isFound = ({ person, title }: { readonly person: string; readonly title: string }) =>
    matches(`${person} ${title}`);
  const dueRows = due.data?.due.filter(isFound);
  const withoutStart = due.data?.withoutStart.filter(isFound);
  const overdue = dueRows?.filter((row) => isOverdue(row, today));
  const soon = dueRows?.filter((row) => !isOverdue(row, today));
  const inUse = forms.data?.some(isFillable) ?? false;
  const { formId, span } = filled;
  return (
    <Page>
      <FilterBar
        actions={
          <>
            {tab === 'filled' && formId !== null && (
              <ExportMenu
                list="forms"
                load={(format) => fetchReport({ formId, ...span }, format)}
                disabled={!filled.isSpan}
              />
            )}
            {may(role, saveForm) && (
              <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => void openPage(BUILD)}>
                New form
              </Button>
            )}
            <Button
              variant="filled"
              leftSection={<IconWriting {...menuIcon} />}
              disabled={!inUse}
              onClick={() => setFilling({ step: 'choose' })}
            >
              Fill a form
            </Button>
          </>
        }
      >
        <SearchBox label="Search forms" placeholder="Name" value={search} onChange={setSearch} />
        <CountTabs
          label="Forms"
          look="segments"
          tabs={[
            { key: 'overdue', label: 'Overdue', count: overdue?.length, alarm: (overdue?.length ?? 0) > 0 },
            { key: 'due', label: 'Due', count: soon?.length },
            // Seldom there: what is never due for want of a date.
            ...(tab === 'start' || due.data?.withoutStart.length
              ? [{ key: 'start' as const, label: 'No start date', count: withoutStart?.length, alarm: true }]
              : []),
            { key: 'filled', label: 'Filled', count: null },
            { key: 'forms', label: 'Forms', count: forms.data?.length },
          ]}
          value={tab}
          onChange={setTab}
        />
        {tab === 'filled' && <FilledFilters tab={filled} forms={forms} />}
      </FilterBar>
      {(tab === 'due' || tab === 'overdue') && (
        <DueTable
          query={due}
          rows={tab === 'due' ? soon : overdue}
          onFill={(row) =>
            setFilling({ step: 'fill', formId: row.formId, personId: row.personId, visitId: null })
          }
        />
      )}
      {tab === 'start' && <WithoutStartTable query={due} rows={withoutStart} />}
      {tab === 'filled' && <FilledRows tab={filled} />}
      {tab === 'forms' && (
        <FormsTable
          query={forms}
          rows={forms.data?.filter(({ title }) => matches(title))}
          onFill={({ id }) => setFilling({ step: 'choose', formId: id })}
          onAnswers={({ id }) => {
            filled.setFormId(id);
            setTab('filled');
          }}
        />
      )}
      <FillingDialogs filling={filling} forms={forms} onChange={setFilling} />
    </Page>
  );
};
