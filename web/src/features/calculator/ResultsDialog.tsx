import type { CalcListRow, Calculated } from '@homecare/domain/calculator/schema.ts';
import { KINDS, TASK_KINDS } from '@homecare/domain/calculator/tasks.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Group } from '@mantine/core';
import { IconCalculator, IconCalendarPlus, IconCalendarWeek, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CARE_PLAN, calculatedPlan } from '../care-plans/plan-mode.ts';
import { downloadResult, useResult, useResults } from './api.ts';
import classes from './Calculator.module.css';
import type { Latest } from './use-calculation.ts';
import { WeekGrid } from './WeekGrid.tsx';

const stampOf = ({ added }: CalcListRow, zone: string) =>
  showStamp(Temporal.Instant.fromEpochMilliseconds(added * 1000).toString(), zone);

const columnsIn = (zone: string): readonly Column<CalcListRow>[] => [
  { key: 'file', title: 'File', cell: ({ file, result }) => <CellLines main={file} sub={result} /> },
  { key: 'added', title: 'Added', width: 160, cell: (row) => stampOf(row, zone) },
];

const toneOf = ({ notPlaced, spread, optimal }: Calculated) =>
  spread.length > 0 ? 'danger' : notPlaced.length > 0 || !optimal ? 'warn' : 'ok';

const Spread = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className={classes.spread}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

/** What a calculation came to: what was left out or lies on the wrong days, why, and what would help. */
const Outcome = ({ found, text }: Latest) => (
  <div className={classes.outcome}>
    <Note tone={toneOf(found)} live>
      {text}
    </Note>
    <Spread sentences={found.spread} />
    {found.change && <p>{found.change}</p>}
    {found.unproven && <p>{found.unproven}</p>}
    {(found.notPlaced.length > 0 || found.warnings.length > 0) && (
      <ul>
        {found.notPlaced.map(({ code, minutes, reason }) => (
          <li key={`${code} ${reason}`}>
            <strong>{`${code}, ${minutes} minutes not placed`}</strong> {reason}
          </li>
        ))}
        {found.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    )}
  </div>
);

interface FileWeekProps {
  readonly file: string;
  readonly nameOf: (provider: number) => string;
  readonly onBack: () => void;
}
/** The week of one result file, before a care plan is written from it. */
const FileWeek = ({ file, nameOf, onBack }: FileWeekProps) => {
  const query = useResult(file);
  const openPage = useOpenPage();
  const failure = failureOf(query, 'Couldn’t load the result');
  if (failure) return <ErrorState {...failure} />;
  const result = query.data;
  return (
    <div className={classes.outcome}>
      {result ? (
        <>
          <Spread sentences={result.spread} />
          {result.unproven && <p>{result.unproven}</p>}
          <WeekGrid week={[result]} nameOf={nameOf} />
        </>
      ) : (
        <p role="status">Loading the week…</p>
      )}
      <Group gap={8} mt={8} mb={12}>
        <Button onClick={onBack}>Back to the list</Button>
        <Button
          variant="filled"
          leftSection={<IconCalendarPlus {...rowIcon} />}
          disabled={!result}
          onClick={() => void openPage(CARE_PLAN, calculatedPlan(file))}
        >
          Create care plan
        </Button>
      </Group>
    </div>
  );
};

interface ResultsDialogProps {
  readonly zone: string;
  /** The calculation that was just made. */
  readonly latest: Latest | undefined;
  readonly people: readonly PersonRow[] | undefined;
  readonly onClose: () => void;
}

const nameIn = (people: readonly PersonRow[] | undefined, id: number): string => {
  const person = people?.find(({ ID }) => ID === id);
  return person ? personName(person) : String(id);
};

/** 'Adams, Pat: Homemaker' of a file name, which holds ids only. */
const planOf = (file: string, people: readonly PersonRow[] | undefined) => {
  const [, id, kind] = /_(\d+)_([a-z]+)\.json$/.exec(file) ?? [];
  const found = TASK_KINDS.find((one) => one === kind);
  return `${nameIn(people, Number(id))}: ${found ? KINDS[found].title : kind}`;
};

const PAGE_SIZE = 8;

/** Result files with date and download; a JSON result opens the care plan form filled. */
export const ResultsDialog = ({ zone, latest, people, onClose }: ResultsDialogProps) => {
  const query = useResults();
  const openPage = useOpenPage();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const columns = useMemo(() => columnsIn(zone), [zone]);
  const download = useTask(downloadResult);
  const actions = ({ file }: CalcListRow) => (
    <>
      {file.endsWith('.json') && (
        <IconButton
          label={`Show the week of ${file}`}
          icon={<IconCalendarWeek {...rowIcon} />}
          onClick={() => setChosen(file)}
        />
      )}
      <IconButton
        label={`Download ${file}`}
        icon={<IconDownload {...rowIcon} />}
        onClick={() => void download.run(file)}
      />
    </>
  );
  const nameOf = (provider: number) => nameIn(people, provider);
  const plans = latest?.found.files.filter((file) => file.endsWith('.json')) ?? [];
  return (
    <ReadDialog wide title="Calc List" onClose={onClose}>
      {chosen ? (
        <FileWeek file={chosen} nameOf={nameOf} onBack={() => setChosen(undefined)} />
      ) : (
        <>
          {latest && <Outcome {...latest} />}
          {latest && <WeekGrid week={latest.found.week} nameOf={nameOf} />}
          {latest && plans.length > 0 && (
            <Group gap={8} mt={8} mb={12}>
              <strong>Create care plan</strong>
              {plans.map((file) => (
                <Button
                  key={file}
                  aria-label={`Create care plan: ${planOf(file, people)}`}
                  leftSection={<IconCalendarPlus {...rowIcon} />}
                  onClick={() => void openPage(CARE_PLAN, calculatedPlan(file))}
                >
                  {planOf(file, people)}
                </Button>
              ))}
            </Group>
          )}
          <DataTable
            label="Result files"
            columns={columns}
            rows={query.data}
            rowKey={({ file }) => file}
            rowName={({ file }) => file}
            pageSize={PAGE_SIZE}
            page={page}
            onPage={setPage}
            noun={query.data?.length === 1 ? 'file' : 'files'}
            actionsWidth={84}
            actions={actions}
            listItem={(row) => ({
              title: row.file.replace(/\.\w+$/, ''),
              line: `${row.file.endsWith('.pdf') ? 'PDF' : 'JSON'} · ${stampOf(row, zone)} · ${row.result}`,
              action: actions(row),
            })}
            loadingText="Loading the result files…"
            failure={failureOf(query, 'Couldn’t load the result files')}
            empty={
              <EmptyState
                icon={IconCalculator}
                title="No calculation yet"
                text="Each calculation leaves a PDF and a JSON file for every provider and kind of tasks."
              />
            }
          />
        </>
      )}
    </ReadDialog>
  );
};
