import { LOG_FAILED, messageOf, REHEARSAL } from '@homecare/domain/aggregator/rules.ts';
import type { LogItem } from '@homecare/domain/aggregator/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { KIND } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconFileText, IconHistory } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { StatusPill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_HINT, STORY_KEY } from '../visit-story/open-story.ts';
import classes from './aggregator.module.css';
import { recordOf, SEND_RECORD, type Subject, useAggregatorLog } from './api.ts';
import { RawLogDialog } from './RawLogDialog.tsx';

const messageCell = (item: LogItem) => (
  <>
    {messageOf(item) ?? '–'}
    {item.resend && <span className={classes.again}> Will be sent again after Sandata responds.</span>}
  </>
);

/** The second stamp is called Modified for people and Updated for visits (docs/rules/aggregator.md, rule 15). */
const columnsIn = (zone: string, type: Subject['type']): readonly Column<LogItem>[] => [
  { key: 'status', title: 'Status', width: 104, cell: ({ Status }) => <StatusPill status={Status} /> },
  {
    key: 'created',
    title: 'Created',
    width: 168,
    cell: ({ createdAt: created_ts }) => showStamp(created_ts, zone),
  },
  {
    key: 'modified',
    title: type === 'Visit' ? 'Updated' : 'Modified',
    width: 168,
    cell: ({ modifiedAt: modify_ts }) => showStamp(modify_ts, zone),
  },
  { key: 'message', title: 'Message', cell: messageCell },
];

interface LogButtonProps {
  readonly item: LogItem;
  readonly onOpen: (item: LogItem) => void;
}

const LogButton = ({ item, onOpen }: LogButtonProps) => (
  <Button
    size="compact-xs"
    leftSection={<IconFileText {...smallIcon} />}
    aria-label={`Log of record ${item.id}`}
    onClick={() => onOpen(item)}
  >
    Log
  </Button>
);

interface AggregatorLogProps {
  readonly subject: Subject;
  readonly name: string;
  /** Opens what the record is about: the story of the visit, or the person. */
  readonly about: { readonly label: string; readonly open: () => void };
  readonly onClose: () => void;
}

/** The log of one person or visit with 'Resend record' (docs/rules/aggregator.md, rule 15). */
export const AggregatorLog = ({ subject, name, about, onClose }: AggregatorLogProps) => {
  const query = useAggregatorLog(subject);
  const capabilities = useCapabilities();
  const zone = capabilities?.timeZone ?? 'UTC';
  const columns = useMemo(() => columnsIn(zone, subject.type), [zone, subject.type]);
  const [raw, setRaw] = useState<LogItem>();
  const resend = useAction(SEND_RECORD);
  const { isError } = query;
  useEffect(() => {
    if (isError) toast.error(LOG_FAILED);
  }, [isError]);

  const hold = query.data?.find((item) => item.hold)?.hold;
  const button = (item: LogItem) => <LogButton item={item} onOpen={setRaw} />;
  return (
    <Dialog
      opened
      wide
      title={`Aggregator log of ${name}`}
      forced={raw !== undefined}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <Button
            size="sm"
            variant="filled"
            loading={resend.pending}
            onClick={() => void resend.run(recordOf(subject))}
          >
            Resend record
          </Button>
        </>
      }
    >
      {capabilities?.rehearsal && (
        <div className={classes.note}>
          <Note tone="info">{REHEARSAL}</Note>
        </div>
      )}
      {hold && (
        <div className={classes.note}>
          <Note tone="warn">{hold}</Note>
        </div>
      )}
      <div className={classes.frame}>
        <DataTable
          label={`Aggregator log of ${name}`}
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          rowName={({ id }) => `record ${id}`}
          pageSize={10}
          onOpen={setRaw}
          keys={{ [STORY_KEY]: about.open }}
          menu={() => [{ label: about.label, icon: IconHistory, hint: STORY_HINT, onSelect: about.open }]}
          actions={button}
          actionsTitle="Log"
          actionsWidth={76}
          listItem={(item) => ({
            title: <StatusPill status={item.Status} />,
            kind: showStamp(item.modifiedAt, zone),
            line: messageOf(item) ?? 'No message',
            action: button(item),
          })}
          loadingText="Loading the log…"
          failure={failureOf(query, LOG_FAILED)}
          empty={
            <EmptyState
              icon={IconHistory}
              title="Nothing was sent yet"
              text="Records are sent after each save. Use Resend record to send one now."
            />
          }
        />
      </div>
      {raw && <RawLogDialog item={raw} name={name} onClose={() => setRaw(undefined)} />}
    </Dialog>
  );
};

interface AggregatorLogDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

export const AggregatorLogDialog = ({ person, onClose }: AggregatorLogDialogProps) => {
  const openPage = useOpenPage();
  const name = personName(person);
  return (
    <AggregatorLog
      subject={{ type: person[KIND], id: person.ID }}
      name={name}
      about={{ label: `Open ${name}`, open: () => void openPage(personPath(person.ID)) }}
      onClose={onClose}
    />
  );
};
