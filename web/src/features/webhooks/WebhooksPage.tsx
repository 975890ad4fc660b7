import { showStamp } from '@homecare/domain/calendar.ts';
import type { Webhook } from '@homecare/domain/webhooks/schema.ts';
import { Button } from '@mantine/core';
import {
  IconListDetails,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { perform, useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PAUSE_WEBHOOK, REMOVE_WEBHOOK, TEST_WEBHOOK, useWebhooks } from './api.ts';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { NewWebhookDialog } from './NewWebhookDialog.tsx';
import { KIND_LABELS } from './webhook-words.ts';

const kindsWords = ({ kinds }: Webhook) => kinds.map((kind) => KIND_LABELS[kind]).join(', ');

const queueWords = ({ waiting, parked }: Webhook) =>
  [
    waiting > 0 ? `${waiting.toLocaleString('en-US')} waiting` : '',
    parked > 0 ? `${parked.toLocaleString('en-US')} parked` : '',
  ]
    .filter(Boolean)
    .join(', ');

const StatePill = ({ hook }: { readonly hook: Webhook }) => {
  if (hook.paused !== null) return <Pill tone="mute">Paused</Pill>;
  return hook.parked > 0 ? <Pill tone="danger">Some parked</Pill> : <Pill tone="ok">Works</Pill>;
};

const columnsIn = (zone: string): readonly Column<Webhook>[] => [
  {
    key: 'name',
    title: 'Webhook',
    min: 220,
    cell: (hook) => <CellLines strong main={hook.name} sub={hook.url} />,
  },
  {
    key: 'kinds',
    title: 'Hears of',
    width: 260,
    cell: (hook) => (
      <CellLines main={kindsWords(hook)} sub={hook.withData ? 'with values' : 'numbers alone'} />
    ),
  },
  {
    key: 'sent',
    title: 'Last sent',
    width: 170,
    cell: ({ lastSent }) => (lastSent ? showStamp(lastSent, zone) : 'Never'),
  },
  {
    key: 'state',
    title: 'State',
    width: 170,
    cell: (hook) => <CellLines main={<StatePill hook={hook} />} sub={queueWords(hook)} />,
  },
];

const setPaused = async ({ id, name }: Webhook, paused: boolean) => {
  const sent = await perform(PAUSE_WEBHOOK, { id, paused });
  if (!sent.ok) toast.error(sent.info);
  else toast.success(paused ? `${name} is paused. Its changes wait.` : `${name} works again.`);
};

type Step = 'new' | { readonly what: 'deliveries' | 'remove'; readonly hook: Webhook };

const Opened = ({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) => {
  if (step === 'new') return <NewWebhookDialog onClose={onClose} />;
  if (step.what === 'deliveries') return <DeliveriesDialog hook={step.hook} onClose={onClose} />;
  return (
    <RemoveDialog
      {...REMOVE_WEBHOOK}
      title={`Remove ${step.hook.name}`}
      input={{ id: step.hook.id }}
      onClose={onClose}
    >
      The program hears of nothing from now on. What waits or is parked is not sent.
    </RemoveDialog>
  );
};

/** /webhooks: the programs that hear of changes, and how that goes. */
export const WebhooksPage = () => {
  const zone = useZone();
  const query = useWebhooks();
  const [step, setStep] = useState<Step>();
  const test = useAction({
    ...TEST_WEBHOOK,
    onDone: ({ data }) => (data.works ? toast.success(data.answer) : toast.error(data.answer)),
  });
  const menu = (hook: Webhook): MenuEntry[] => [
    { label: 'Deliveries…', icon: IconListDetails, onSelect: () => setStep({ what: 'deliveries', hook }) },
    { label: 'Send a test', icon: IconSend, onSelect: () => void test.run({ id: hook.id }) },
    hook.paused === null
      ? { label: 'Pause', icon: IconPlayerPause, onSelect: () => void setPaused(hook, true) }
      : { label: 'Resume', icon: IconPlayerPlay, onSelect: () => void setPaused(hook, false) },
    'divider',
    { label: 'Remove…', icon: IconTrash, danger: true, onSelect: () => setStep({ what: 'remove', hook }) },
  ];
  return (
    <Page>
      <FilterBar
        actions={
          <Button variant="filled" leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep('new')}>
            New webhook
          </Button>
        }
      >
        <p>A webhook notifies another program of each change, signed and in order.</p>
      </FilterBar>
      <DataTable
        label="Webhooks"
        columns={columnsIn(zone)}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        noun={query.data?.length === 1 ? 'webhook' : 'webhooks'}
        dimmed={({ paused }) => paused !== null}
        onOpen={(hook) => setStep({ what: 'deliveries', hook })}
        menu={menu}
        listItem={(hook) => ({
          title: hook.name,
          kind: <StatePill hook={hook} />,
          line: kindsWords(hook),
          more: queueWords(hook) || null,
        })}
        loadingText="Loading webhooks…"
        failure={failureOf(query, 'Couldn’t load the webhooks')}
        empty={
          <EmptyState
            icon={IconWebhook}
            title="No webhooks yet"
            text="Add the address of a program that is to hear of changes as they are made."
          />
        }
      />
      {step && <Opened step={step} onClose={() => setStep(undefined)} />}
    </Page>
  );
};
