import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { downloadRequest, printRequestSheet } from '@homecare/domain/eligibility/contract.ts';
import { checkAskedDay, NOBODY } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityRequest, RequestPreview } from '@homecare/domain/eligibility/schema.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { MultiSelect, NativeSelect, Stack } from '@mantine/core';
import { IconFileOff, IconFileUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { openForm } from '../../platform/open-form.ts';
import { failureOf } from '../../platform/query.ts';
import { downloadFile } from '../../platform/send-file.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Sentences, SentFileActions } from '../claims/PayerFiles.tsx';
import { usePeople } from '../people/api.ts';
import { MAKE_REQUEST, REHEARSE, usePreview, useRequests } from './api.ts';
import classes from './Eligibility.module.css';

const MOST_SHOWN = 10;

const Preview = ({ preview }: { readonly preview: RequestPreview }) => (
  <>
    {preview.agency.length > 0 && (
      <Note tone="danger">
        No file can be made before this is entered under Configuration, Site:
        <Sentences lines={preview.agency.map(({ message }) => message)} />
      </Note>
    )}
    {preview.usage === 'T' && <Note tone="info">Test mode: the payer reads this file as a test.</Note>}
    <p>
      <b>{counted(preview.members, 'client', 'clients')}</b> in {counted(preview.files, 'file', 'files')}.
    </p>
    {preview.refused.length > 0 && (
      <Note tone="warn">
        {counted(preview.refused.length, 'client', 'clients')} can’t be asked about yet:
        <Sentences
          lines={preview.refused.slice(0, MOST_SHOWN).map(({ client, reason }) => `${client}: ${reason}`)}
        />
        {preview.refused.length > MOST_SHOWN &&
          `and ${preview.refused.length - MOST_SHOWN} more; the control sheet lists all.`}
      </Note>
    )}
  </>
);

/** Whom to ask about, and the files of it. */
const Ask = () => {
  const today = useToday();
  const { people } = usePeople();
  const [who, setWho] = useState<'all' | 'chosen'>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [day, setDay] = useState(today.toString());
  const make = useAction({ ...MAKE_REQUEST, onDone: ({ info }) => toast.success(info ?? '') });
  const clients = useMemo(
    () =>
      (people ?? [])
        .filter((person) => isActiveOfKind(person, 'Client'))
        .map((person) => ({ value: String(person.ID), label: `${personName(person)} (${person.ID})` })),
    [people],
  );
  const dayFault = isIsoDate(day) ? checkAskedDay(day, today)?.message : NO_DATE;
  const isEmpty = who === 'chosen' && chosen.length === 0;
  const asked = { clientIds: who === 'all' ? null : chosen.map(Number), day };
  const query = usePreview(asked, dayFault === undefined && !isEmpty);
  const preview = isEmpty ? undefined : query.data;
  const failure = failureOf(query, 'Couldn’t load the request');
  const reason =
    (isEmpty && 'Choose clients first') ||
    dayFault ||
    (!preview && 'It is being looked at') ||
    preview?.agency[0]?.message ||
    (preview?.members === 0 && NOBODY) ||
    undefined;
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          label="Ask about"
          data={[
            { value: 'all', label: 'All active Medicaid clients' },
            { value: 'chosen', label: 'Chosen clients' },
          ]}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value === 'all' ? 'all' : 'chosen')}
        />
        <DateBox label="On the day" width={180} value={day} error={dayFault} onChange={setDay} />
        <ReasonButton
          variant="filled"
          reason={reason}
          loading={make.pending}
          leftSection={<IconFileUpload {...smallIcon} />}
          onClick={() => void make.run(asked)}
        >
          Make file
        </ReasonButton>
      </div>
      {who === 'chosen' && (
        <MultiSelect
          label="Clients"
          placeholder="Name or ID"
          searchable
          limit={30}
          hidePickedOptions
          data={clients}
          value={[...chosen]}
          onChange={setChosen}
        />
      )}
      {failure && !isEmpty && <ErrorState {...failure} />}
      {preview && <Preview preview={preview} />}
    </>
  );
};

const columnsIn = (zone: string): readonly Column<EligibilityRequest>[] => [
  {
    key: 'file',
    title: 'File',
    min: 220,
    cell: ({ file, created, createdBy }) => (
      <CellLines main={file} sub={`${showStamp(created, zone)} ${createdBy}`} />
    ),
  },
  { key: 'day', title: 'Asked about', width: 104, cell: ({ day }) => showDate(day) },
  { key: 'members', title: 'Clients', width: 90, align: 'right', cell: ({ members }) => String(members) },
  {
    key: 'answered',
    title: 'Answer',
    width: 130,
    cell: ({ answered, members }) => (answered > 0 ? `${answered} of ${members} answered` : 'No answer yet'),
  },
];

const actions = ({ id, file, usage, answered }: EligibilityRequest) => (
  <SentFileActions
    file={file}
    onSheet={() => openForm(printRequestSheet, { id })}
    onDownload={() => void downloadFile(downloadRequest, { id }, file)}
    rehearsal={usage === 'T' ? { by: REHEARSE, input: { id }, isOver: answered > 0 } : null}
  />
);

/** Questions to the payer (270): the next one, and those that were made. */
export const RequestPanel = () => {
  const zone = useZone();
  const query = useRequests();
  // What is said of the clients stands above the list, which waits for it.
  const asked = usePreview({ clientIds: null, day: useToday().toString() }, true);
  return (
    <Stack gap={12}>
      <Ask />
      <DataTable
        label="Request files"
        columns={columnsIn(zone)}
        rows={asked.isPending ? undefined : query.data}
        rowKey={({ id }) => id}
        rowName={({ file }) => file}
        pageSize={6}
        noun={query.data?.length === 1 ? 'file' : 'files'}
        actions={actions}
        actionsWidth={128}
        listItem={(request) => ({
          title: request.file,
          kind: counted(request.members, 'client', 'clients'),
          line: request.answered > 0 ? `${request.answered} answered` : 'No answer yet',
          action: actions(request),
        })}
        loadingText="Loading files…"
        failure={failureOf(query, 'Couldn’t load the files')}
        empty={<EmptyState icon={IconFileOff} title="No file yet" text="Files are made above." />}
      />
    </Stack>
  );
};
