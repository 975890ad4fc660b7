import { counted } from '@homecare/domain/counted.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import type { ImportCheck, ImportProblem } from '@homecare/domain/people-import/contract.ts';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconDownload, IconFileCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { DataTable } from '../../ui/DataTable.tsx';
import { Note } from '../../ui/Note.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { saveProblems } from './csv-files.ts';
import classes from './ImportPage.module.css';

const rowsWords = (check: ImportCheck, target: ImportTarget) => {
  const { rows, providers, clients, authorizations } = check;
  if (target === 'candidates') return counted(rows, 'candidate');
  if (target === 'authorizations') return counted(authorizations, 'authorization');
  return [providers > 0 && counted(providers, 'provider'), clients > 0 && counted(clients, 'client')]
    .filter(Boolean)
    .join(' and ');
};

/** What is to be known of rows without a problem. */
const Outcome = ({ check, target }: { readonly check: ImportCheck; readonly target: ImportTarget }) => {
  const { entered, authorizations } = check;
  const repeated = `${counted(entered, 'row is', 'rows are')} entered already`;
  if (target === 'authorizations' && authorizations === 0) return <>Nothing to import: {repeated}.</>;
  const more =
    target === 'authorizations'
      ? entered > 0 && `${repeated} and will not be added again.`
      : 'Addresses get the approximate place of their ZIP until someone sets the exact one.';
  return (
    <>
      No problems: {rowsWords(check, target)} can be imported. {more}
    </>
  );
};

const matches = ({ row, field, message, value }: ImportProblem, search: string) =>
  `row ${row} ${field} ${message} ${value}`.toLowerCase().includes(search.trim().toLowerCase());

interface FindingsProps {
  readonly label: 'Problems' | 'Questions';
  readonly findings: readonly ImportProblem[];
}

/** A searchable table of what was found in the file, which can be had as a file too. */
const Findings = ({ label, findings }: FindingsProps) => {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const noun = label === 'Problems' ? 'problem' : 'question';
  const shown = useMemo(
    () => findings.map((finding, at) => ({ ...finding, at })).filter((one) => matches(one, search)),
    [findings, search],
  );
  return (
    <>
      <Group justify="space-between" gap={10}>
        <SearchBox
          label={`Search ${noun}s`}
          placeholder={`Row, field or ${noun}`}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <Button
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => saveProblems(findings)}
        >
          Download {noun}s
        </Button>
      </Group>
      <DataTable
        label={label}
        columns={[
          { key: 'row', title: 'Row', width: 80, align: 'right', cell: (one) => one.row },
          { key: 'field', title: 'Field', width: 200, cell: (one) => one.field || 'Whole row' },
          {
            key: 'message',
            title: label === 'Problems' ? 'Problem' : 'Is this right?',
            cell: (one) => one.message,
          },
          { key: 'value', title: 'In the file', width: 240, cell: (one) => one.value || '–' },
        ]}
        rows={shown}
        rowKey={(one) => one.at}
        rowName={(one) => `row ${one.row}`}
        pageSize={12}
        page={page}
        onPage={setPage}
        noun={shown.length === 1 ? noun : `${noun}s`}
        listItem={(one) => ({
          title: `Row ${one.row}: ${one.field || 'Whole row'}`,
          line: one.message,
        })}
        empty={
          <EmptyState icon={IconFileCheck} title={`No ${noun} matches “${search.trim()}”`}>
            <Button onClick={() => setSearch('')}>Clear search</Button>
          </EmptyState>
        }
      />
    </>
  );
};

const Problems = ({ check }: { readonly check: ImportCheck }) => {
  const { problems, problemCount, problemRows, rows } = check;
  const verb = problemCount === 1 ? 'problem keeps' : 'problems keep';
  return (
    <>
      <Note tone="danger" live>
        {problemCount.toLocaleString('en-US')} {verb} {counted(problemRows, 'row', 'rows')} of{' '}
        {rows.toLocaleString('en-US')} from being imported. Nothing is imported yet: correct the file and
        choose it again, or leave these rows out.
        {problemCount > problems.length &&
          ` The first ${problems.length.toLocaleString('en-US')} are listed.`}
      </Note>
      <Findings label="Problems" findings={problems} />
    </>
  );
};

interface CheckStepProps {
  readonly check: ImportCheck;
  readonly target: ImportTarget;
  readonly busy: boolean;
  readonly onImport: () => void;
  readonly running: ReactNode;
}

/** What the dry run found; without any problem all rows can be imported at once. */
export const CheckStep = ({ check, target, busy, onImport, running }: CheckStepProps) => {
  const [confirmed, setConfirmed] = useState(false);
  if (check.problemCount > 0) return <Problems check={check} />;
  if (check.refusal)
    return (
      <Note tone="danger" live>
        {check.refusal} Nothing is imported.
      </Note>
    );
  const { questions, questionCount } = check;
  const blocked = busy || (questionCount > 0 && !confirmed);
  return (
    <>
      {questionCount > 0 && (
        <>
          <Note tone="warn" live>
            {counted(questionCount, 'value is', 'values are')} possible but unlikely. Correct the file and
            choose it again, or import it as it is.
          </Note>
          <Findings label="Questions" findings={questions} />
          <Checkbox
            size="sm"
            label={questionCount === 1 ? 'This value is right' : 'These values are right'}
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        </>
      )}
      <Note tone="ok" live>
        <Outcome check={check} target={target} />
      </Note>
      {running}
      {!(target === 'authorizations' && check.authorizations === 0) && (
        <div className={classes.actions}>
          <Button
            size="sm"
            variant="filled"
            aria-disabled={blocked || undefined}
            onClick={() => {
              if (!blocked) onImport();
            }}
          >
            Import {rowsWords(check, target)}
          </Button>
        </div>
      )}
    </>
  );
};
