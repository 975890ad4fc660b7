import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { type KeyState, sayCalls, sayMaker, stateOfKey } from '@homecare/domain/api-keys/rules.ts';
import type { ApiKey, KeyCall } from '@homecare/domain/api-keys/schema.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconBan, IconKey, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { REVOKE_KEY, useApiKeys, useKeyCalls } from './api.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

const STATES: Record<KeyState, { readonly words: string; readonly tone: Tone }> = {
  works: { words: 'Works', tone: 'ok' },
  expired: { words: 'Expired', tone: 'mute' },
  revoked: { words: 'Revoked', tone: 'mute' },
};
const REVOKED = 'It was revoked before';

const stateOf = (key: ApiKey) => stateOfKey(key, serverNow());

const untilWords = ({ revoked, revokedBy, expires }: ApiKey, zone: string) =>
  revoked === null ? `until ${showStamp(expires, zone)}` : `${showStamp(revoked, zone)} by ${revokedBy}`;

const columnsOf = (zone: string, known: readonly KeyCall[]): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    title: 'Key',
    min: 180,
    cell: (key) => <CellLines strong main={key.name} sub={`Works as ${ROLE_NAMES[key.role]}`} />,
  },
  { key: 'calls', title: 'Calls', width: 180, cell: ({ calls }) => sayCalls(calls, known) },
  {
    key: 'used',
    title: 'Last used',
    width: 180,
    cell: ({ lastUsed }) => (lastUsed ? showStamp(lastUsed, zone) : 'Never'),
  },
  {
    key: 'made',
    title: 'Made',
    width: 200,
    cell: (key) => <CellLines main={showStamp(key.created, zone)} sub={`by ${sayMaker(key)}`} />,
  },
  {
    key: 'state',
    title: 'State',
    width: 230,
    cell: (key) => (
      <CellLines
        main={<Pill tone={STATES[stateOf(key)].tone}>{STATES[stateOf(key)].words}</Pill>}
        sub={untilWords(key, zone)}
      />
    ),
  },
];

/** /apikeys: the programs that work with the agency’s data, and what each may do. */
export const ApiKeysPage = () => {
  const zone = useZone();
  const query = useApiKeys();
  const known = useKeyCalls().data;
  const [step, setStep] = useState<'new' | { readonly what: 'read' | 'revoke'; readonly key: ApiKey }>();
  const close = () => setStep(undefined);
  const make = (
    <Button
      variant="filled"
      leftSection={<IconPlus {...menuIcon} />}
      disabled={!known}
      onClick={() => setStep('new')}
    >
      New key
    </Button>
  );
  return (
    <Page>
      <FilterBar actions={make}>
        <p>A key lets another program make the calls that you choose, as the screens make them.</p>
      </FilterBar>
      <DataTable
        label="API keys"
        columns={columnsOf(zone, known ?? [])}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        noun={query.data?.length === 1 ? 'key' : 'keys'}
        dimmed={(key) => stateOf(key) !== 'works'}
        onOpen={(key) => setStep({ what: 'read', key })}
        menu={(key) => [
          { label: 'What it may do…', icon: IconListDetails, onSelect: () => setStep({ what: 'read', key }) },
          {
            label: 'Revoke…',
            icon: IconBan,
            danger: true,
            disabledReason: key.revoked === null ? undefined : REVOKED,
            onSelect: () => setStep({ what: 'revoke', key }),
          },
        ]}
        listItem={(key) => ({
          title: key.name,
          kind: STATES[stateOf(key)].words,
          line: [sayCalls(key.calls, known ?? []), untilWords(key, zone)].join(' · '),
        })}
        loadingText="Loading keys…"
        failure={failureOf(query, 'Couldn’t load the keys')}
        empty={
          <EmptyState
            icon={IconKey}
            title="No keys yet"
            text="Make one for each program, with the calls that it needs and a day on which it ends."
          />
        }
      />
      {step === 'new' && known && <NewKeyDialog known={known} onClose={close} />}
      {typeof step === 'object' && step.what === 'read' && (
        <KeyDialog apiKey={step.key} known={known ?? []} onClose={close} />
      )}
      {typeof step === 'object' && step.what === 'revoke' && (
        <RemoveDialog
          {...REVOKE_KEY}
          title={`Revoke ${step.key.name}`}
          label="Revoke"
          input={{ id: step.key.id }}
          onClose={close}
        >
          The program that uses it is refused from now on, everywhere. A revoked key never works again.
        </RemoveDialog>
      )}
    </Page>
  );
};
