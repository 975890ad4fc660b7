import type { Payer } from '@homecare/domain/payers/schema.ts';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconPencil, IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CLAIMS_VIEW, NO_VIEW, pathOfState } from '../claims/claim-states.ts';
import { usePayers } from './api.ts';
import { PayerDialog } from './PayerDialog.tsx';
import { KIND_WORDS } from './payer-words.ts';

const townOf = ({ city, state }: Payer) => [city, state].filter(Boolean).join(', ');

const COLUMNS: readonly Column<Payer>[] = [
  {
    key: 'name',
    title: 'Payer',
    min: 180,
    cell: (payer) => <CellLines strong main={payer.name} sub={KIND_WORDS[payer.kind]} />,
  },
  {
    key: 'contact',
    title: 'Contact',
    width: 200,
    cell: (payer) => (
      <CellLines main={payer.contact || townOf(payer) || '–'} sub={payer.email || payer.phone} />
    ),
  },
  {
    key: 'clients',
    title: 'Clients',
    width: 80,
    align: 'right',
    cell: ({ clients }) => clients.toLocaleString('en-US'),
  },
];

/** Payers of the agency: private payers, insurers and Medicaid. */
export const PayersDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const query = usePayers();
  const [edited, setEdited] = useState<Payer | 'new'>();
  const openPage = useOpenPage();
  const mayLoad = useCapabilities()?.billing ?? false;
  const add = () => setEdited('new');
  const load = ({ id }: Payer) => {
    keep(CLAIMS_VIEW, { ...NO_VIEW, payer: String(id) });
    void openPage(pathOfState('answers'));
  };
  const menu = (payer: Payer): MenuEntry[] => [
    { label: 'Edit…', icon: IconPencil, onSelect: () => setEdited(payer) },
    ...(mayLoad && payer.kind === 'Other'
      ? [{ label: 'Load remittance (835)…', icon: IconUpload, onSelect: () => load(payer) }]
      : []),
  ];
  return (
    <ReadDialog title="Payers" wide onClose={onClose}>
      <DataTable
        label="Payers"
        columns={COLUMNS}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        pageSize={8}
        noun={query.data?.length === 1 ? 'payer' : 'payers'}
        dimmed={({ isActive }) => !isActive}
        onOpen={setEdited}
        menu={menu}
        listItem={(payer) => ({ title: payer.name, line: KIND_WORDS[payer.kind], more: payer.email || null })}
        loadingText="Loading payers…"
        failure={failureOf(query, 'Couldn’t load payers')}
        empty={
          <EmptyState
            icon={IconBuildingBank}
            title="No payers yet"
            text="Invoices go to the client until you add another payer."
          />
        }
      />
      <Button leftSection={<IconPlus {...menuIcon} />} onClick={add}>
        Add payer
      </Button>
      {edited && (
        <PayerDialog stored={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />
      )}
    </ReadDialog>
  );
};
