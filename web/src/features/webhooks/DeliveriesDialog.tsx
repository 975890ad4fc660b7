import { showStamp } from '@homecare/domain/calendar.ts';
import { saySubject, sayTry } from '@homecare/domain/webhooks/rules.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  type Webhook,
} from '@homecare/domain/webhooks/schema.ts';
import { Button, Group } from '@mantine/core';
import { IconInbox, IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SEND_AGAIN, useDeliveries } from './api.ts';
import { KIND_LABELS, STATES } from './webhook-words.ts';

type Tab = 'all' | DeliveryState;
const TABS: readonly Tab[] = ['all', ...DELIVERY_STATES];

const triesWords = (delivery: Delivery, zone: string) =>
  [
    delivery.tries > 1 ? `${delivery.tries} tries` : '',
    delivery.next ? `again ${showStamp(delivery.next, zone)}` : '',
  ]
    .filter(Boolean)
    .join(' · ');

const columnsIn = (zone: string): readonly Column<Delivery>[] => [
  {
    key: 'what',
    title: 'Change',
    min: 170,
    cell: (delivery) => (
      <CellLines main={KIND_LABELS[delivery.kind]} sub={`${saySubject(delivery)}, ${delivery.action}`} />
    ),
  },
  { key: 'at', title: 'When', width: 160, cell: ({ at }) => showStamp(at, zone) },
  {
    key: 'state',
    title: 'State',
    width: 110,
    cell: ({ state }) => <Pill tone={STATES[state].tone}>{STATES[state].words}</Pill>,
  },
  {
    key: 'answer',
    title: 'Last try',
    width: 250,
    cell: (delivery) => <CellLines main={sayTry(delivery)} sub={triesWords(delivery, zone)} />,
  },
];

interface DeliveriesDialogProps {
  readonly hook: Webhook;
  readonly onClose: () => void;
}

/** What was sent, what waits and what is parked, the newest first. */
export const DeliveriesDialog = ({ hook, onClose }: DeliveriesDialogProps) => {
  const zone = useZone();
  const [tab, setTab] = useState<Tab>('all');
  const [before, setBefore] = useState<number>();
  const query = useDeliveries({ id: hook.id, state: tab === 'all' ? null : tab, before });
  const again = useAction({
    ...SEND_AGAIN,
    onDone: ({ data }) =>
      toast.success(data.count === 1 ? 'It is sent again.' : `${data.count} are sent again.`),
  });
  const last = query.data?.deliveries.at(-1);
  return (
    <ReadDialog title={`Deliveries to ${hook.name}`} wide onClose={onClose}>
      <CountTabs
        label="State of deliveries"
        look="segments"
        tabs={TABS.map((key) => ({ key, label: key === 'all' ? 'All' : STATES[key].words, count: null }))}
        value={tab}
        onChange={(next) => {
          setTab(next);
          setBefore(undefined);
        }}
      />
      <DataTable
        label="Deliveries"
        columns={columnsIn(zone)}
        rows={query.data?.deliveries}
        rowKey={({ id }) => id}
        rowName={(delivery) => `${saySubject(delivery)}, ${delivery.action}`}
        pageSize={10}
        noun="deliveries"
        menu={(delivery) => [
          {
            label: 'Send again',
            icon: IconSend,
            disabledReason: delivery.state === 'waiting' ? 'It waits already' : undefined,
            onSelect: () => void again.run({ id: hook.id, delivery: delivery.id }),
          },
        ]}
        listItem={(delivery) => ({
          title: saySubject(delivery),
          kind: STATES[delivery.state].words,
          line: [KIND_LABELS[delivery.kind], showStamp(delivery.at, zone)].join(' · '),
          more: sayTry(delivery),
        })}
        loadingText="Loading deliveries…"
        failure={failureOf(query, 'Couldn’t load the deliveries')}
        empty={
          <EmptyState icon={IconInbox} title="Nothing here" text="Changes appear here when they are made." />
        }
      />
      <Group gap="xs">
        <Button
          leftSection={<IconRefresh {...menuIcon} />}
          disabled={again.pending}
          onClick={() => void again.run({ id: hook.id, delivery: null })}
        >
          Send all parked again
        </Button>
        {before !== undefined && <Button onClick={() => setBefore(undefined)}>Newest</Button>}
        {query.data?.more && last && <Button onClick={() => setBefore(last.id)}>Older</Button>}
      </Group>
    </ReadDialog>
  );
};
