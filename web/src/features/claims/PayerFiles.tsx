import { showStamp } from '@homecare/domain/calendar.ts';
import type { Call } from '@homecare/domain/call.ts';
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconBuildingBank, IconDownload, IconInbox, IconListDetails, IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SendInput } from '../../platform/call-request.ts';
import { type Sending, useAction } from '../../platform/form/use-action.ts';
import { failureOf, markStale } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable, type DataTableProps } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import panel from '../../ui/Panel.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';

/** Parts for files to and from the payer, shared by claims and eligibility. */

/** Head of a view that replaces a list, with a way back. */
export const BackHead = ({
  children,
  onBack,
}: {
  readonly children: ReactNode;
  readonly onBack: () => void;
}) => (
  <Group gap={12}>
    <Title order={2} fz={15}>
      {children}
    </Title>
    <Button onClick={onBack}>Back to the list</Button>
  </Group>
);

// --- Files to the payer

interface SentFileActionsProps<C extends Call> {
  readonly file: string;
  readonly onSheet: () => void;
  readonly onDownload: () => void;
  /** In a rehearsal, the simulated payer accepts a test file and answers it; null if the file is real. */
  readonly rehearsal: {
    readonly by: Sending<C>;
    readonly input: SendInput<C>;
    readonly isOver: boolean;
  } | null;
}

const RehearseButton = <C extends Call>({
  file,
  rehearsal,
}: {
  readonly file: string;
  readonly rehearsal: NonNullable<SentFileActionsProps<C>['rehearsal']>;
}) => {
  const { run } = useAction({ ...rehearsal.by, onDone: ({ info }) => toast.success(info ?? '') });
  return (
    <IconButton
      label={`Hand ${file} to the simulated payer`}
      icon={<IconBuildingBank {...rowIcon} />}
      disabledReason={rehearsal.isOver ? 'The simulated payer has answered this file' : undefined}
      onClick={() => void run(rehearsal.input)}
    />
  );
};

export const SentFileActions = <C extends Call>({
  file,
  onSheet,
  onDownload,
  rehearsal,
}: SentFileActionsProps<C>) => (
  <>
    {useCapabilities()?.payerRehearsal && rehearsal && <RehearseButton file={file} rehearsal={rehearsal} />}
    <IconButton label={`Control sheet of ${file}`} icon={<IconPrinter {...rowIcon} />} onClick={onSheet} />
    <IconButton label={`Download ${file}`} icon={<IconDownload {...rowIcon} />} onClick={onDownload} />
  </>
);

// --- Files from the payer

/** Loads a file as soon as it is chosen. Errors found by the server stay until the next file. */
export const useAnswerLoading = <C extends Call>(
  declared: Sending<C> & { readonly changes: readonly Call[] },
) => {
  const [note, setNote] = useState<string>();
  const { pending, refusal, run, forget } = useAction({
    ...declared,
    onDone: ({ info }) => setNote(info ?? ''),
    // The list shows refused files as well.
    onRefused: () => void markStale(...declared.changes),
  });
  const faults = refusal?.errors.map(({ message }) => message) ?? [];
  return {
    pending,
    refused: refusal && faults.length === 0 ? [refusal.info] : faults,
    note,
    load: (input: SendInput<C>, file: File) => {
      setNote(undefined);
      void run(input, { file });
    },
    forget: () => {
      setNote(undefined);
      forget();
    },
  };
};

/** Sentences as a list, which may contain duplicates. */
export const Sentences = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className={panel.list}>
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may come twice
      <li key={at}>{line}</li>
    ))}
  </ul>
);

export const LoadedNotes = ({
  note,
  refused,
}: Pick<ReturnType<typeof useAnswerLoading>, 'note' | 'refused'>) => (
  <>
    {note && (
      <Note tone="ok" live>
        {note}
      </Note>
    )}
    {refused.length > 0 && (
      <Note tone="danger" live>
        The file was not loaded, and nothing was changed.
        <Sentences lines={refused} />
      </Note>
    )}
  </>
);

/** A part of what a file says; nothing if it is empty. */
export const AnswerLines = ({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}) =>
  lines.length > 0 && (
    <div>
      <b>{title}</b>
      <Sentences lines={lines} />
    </div>
  );

interface AnswerFile {
  readonly id: number;
  readonly name: string;
  readonly received: string;
  readonly receivedBy: string;
  readonly unmatched: readonly string[];
  readonly remarks: readonly string[];
}

interface AnswerFilesProps<Row extends AnswerFile>
  extends Required<Pick<DataTableProps<Row>, 'label' | 'columns' | 'tone'>> {
  readonly query: UseQueryResult<Row[], Error>;
  /** Filters the list; by default everything is shown. */
  readonly isShown?: (row: Row) => boolean;
  /** The result of a file in one line. */
  readonly outcomeOf: (row: Row) => string;
  /** Shown beside the title on a phone. */
  readonly kindOf: (row: Row, zone: string) => string;
  readonly lineOf?: (row: Row) => string;
  /** What a file says besides unmatched claims and remarks. */
  readonly partsOf: (row: Row) => readonly (readonly [title: string, lines: readonly string[]])[];
  readonly onDownload: (row: Row) => void;
  /** The visits of the claims in a file; by default none. */
  readonly storyOf?: (row: Row) => RowStory;
  /** Whether the file can be downloaded; by default every file. */
  readonly hasFile?: (row: Row) => boolean;
  readonly empty: { readonly title: string; readonly text: string };
  /** Shown above the list. */
  readonly children: ReactNode;
}

const NO_STORY = () => undefined;

/** The loaded files, or one of them in place of the list. */
export const AnswerFiles = <Row extends AnswerFile>(props: AnswerFilesProps<Row>) => {
  const { query, outcomeOf, hasFile = () => true, isShown = () => true } = props;
  const rows = query.data?.filter(isShown);
  const zone = useZone();
  const [shown, setShown] = useState<number>();
  const open = ({ id }: Row) => setShown(id);
  const stories = useRowStory(props.storyOf ?? NO_STORY);
  const row = query.data?.find(({ id }) => id === shown);
  if (row)
    return (
      <Stack gap={12}>
        <BackHead onBack={() => setShown(undefined)}>{row.name}</BackHead>
        <p>{outcomeOf(row)}</p>
        {props.partsOf(row).map(([title, lines]) => (
          <AnswerLines key={title} title={title} lines={lines} />
        ))}
        <AnswerLines title="Not matched" lines={row.unmatched} />
        <AnswerLines title="Remarks" lines={row.remarks} />
      </Stack>
    );
  const name: Column<Row> = {
    key: 'name',
    title: 'File',
    min: 190,
    cell: (one) => <CellLines main={one.name} sub={`${showStamp(one.received, zone)} ${one.receivedBy}`} />,
  };
  const actions = (one: Row) => (
    <>
      <IconButton
        label={`Details of ${one.name}`}
        icon={<IconListDetails {...rowIcon} />}
        onClick={() => open(one)}
      />
      {hasFile(one) && (
        <IconButton
          label={`Download ${one.name}`}
          icon={<IconDownload {...rowIcon} />}
          onClick={() => props.onDownload(one)}
        />
      )}
    </>
  );
  return (
    <Stack gap={12}>
      {props.children}
      <DataTable
        label={props.label}
        columns={[name, ...props.columns]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(one) => one.name}
        pageSize={8}
        noun={rows?.length === 1 ? 'file' : 'files'}
        tone={props.tone}
        onOpen={open}
        {...(props.storyOf && { keys: stories.keys, menu: stories.entries })}
        actions={actions}
        actionsWidth={props.storyOf ? 132 : 92}
        listItem={(one) => ({
          title: one.name,
          kind: props.kindOf(one, zone),
          line: (props.lineOf ?? outcomeOf)(one),
          action: actions(one),
        })}
        loadingText="Loading answers…"
        failure={failureOf(query, 'Couldn’t load the answers')}
        empty={<EmptyState icon={IconInbox} {...props.empty} />}
      />
      {stories.window}
    </Stack>
  );
};
