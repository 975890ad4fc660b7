import { showDate, showStamp, todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { checkAskedDay, NOBODY } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityRequest, RequestPreview } from '@homecare/domain/eligibility/schema.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { MultiSelect, NativeSelect } from '@mantine/core';
import {
  IconBuildingBank,
  IconDownload,
  IconFileOff,
  IconFileUpload,
  IconPrinter,
} from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { usePeople } from '../people/api.ts';
import { downloadRequest, makeRequest, openRequestSheet, rehearse, usePreview, useRequests } from './api.ts';
import classes from './Eligibility.module.css';

const MOST_SHOWN = 10;

const Preview = ({ preview }: { readonly preview: RequestPreview }) => (
  <>
    {preview.agency.length > 0 && (
      <Note tone="danger">
        No file can be made before this is entered under Configuration, Site:
        <ul className={classes.list}>
          {preview.agency.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Note>
    )}
    {preview.usage === 'T' && <Note tone="info">Test mode: the payer reads this file as a test.</Note>}
    <p>
      <b>{counted(preview.members, 'client', 'clients')}</b> in {counted(preview.files, 'file', 'files')}.
    </p>
    {preview.refused.length > 0 && (
      <Note tone="warn">
        {counted(preview.refused.length, 'client', 'clients')} can’t be asked about yet:
        <ul className={classes.list}>
          {preview.refused.slice(0, MOST_SHOWN).map(({ clientId, client, reason }) => (
            <li key={clientId}>
              {client}: {reason}
            </li>
          ))}
        </ul>
        {preview.refused.length > MOST_SHOWN &&
          `and ${preview.refused.length - MOST_SHOWN} more; the control sheet lists all.`}
      </Note>
    )}
  </>
);

/** Whom to ask about, and the files of it. */
const Ask = () => {
  const zone = useZone();
  const today = todayIn(zone, serverNow());
  const { people } = usePeople();
  const [who, setWho] = useState<'all' | 'chosen'>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [day, setDay] = useState(today.toString());
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const attempt = useAttempt();
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
  const failure = failureOf(query, 'The request could not be looked at');
  const make = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const sent = await attempt(asked, (key) => makeRequest(asked, key));
    running.current = false;
    setBusy(false);
    if (sent.ok) toast.success(sent.info ?? '');
    else toast.error(sent.info);
  };
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
          loading={busy}
          leftSection={<IconFileUpload {...smallIcon} />}
          onClick={() => void make()}
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

/** In a rehearsal: the simulated payer takes a test file and answers it. */
const RehearseButton = ({ request }: { readonly request: EligibilityRequest }) => {
  const rehearsal = useCapabilities()?.payerRehearsal;
  const running = useRef(false);
  const start = async () => {
    if (running.current) return;
    running.current = true;
    const sent = await rehearse(request.id);
    running.current = false;
    if (sent.ok) toast.success(sent.info ?? '');
    else toast.error(sent.info);
  };
  if (!rehearsal || request.usage !== 'T') return null;
  return (
    <IconButton
      label={`Hand ${request.file} to the simulated payer`}
      icon={<IconBuildingBank {...rowIcon} />}
      disabledReason={request.answered > 0 ? 'The simulated payer has answered this file' : undefined}
      onClick={() => void start()}
    />
  );
};

/** Questions to the payer (270): the next one, and those that were made. */
export const RequestPanel = () => {
  const zone = useZone();
  const query = useRequests();
  const actions = (request: EligibilityRequest) => (
    <>
      <RehearseButton request={request} />
      <IconButton
        label={`Control sheet of ${request.file}`}
        icon={<IconPrinter {...rowIcon} />}
        onClick={() => openRequestSheet(request.id)}
      />
      <IconButton
        label={`Download ${request.file}`}
        icon={<IconDownload {...rowIcon} />}
        onClick={() => void downloadRequest(request.id, request.file)}
      />
    </>
  );
  return (
    <div className={classes.panel}>
      <Ask />
      <DataTable
        label="Request files"
        columns={columnsIn(zone)}
        rows={query.data}
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
        failure={failureOf(query, 'The files could not be loaded')}
        empty={<EmptyState icon={IconFileOff} title="No file yet" text="Files are made above." />}
      />
    </div>
  );
};
