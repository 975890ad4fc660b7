import { dayOfStamp, showDate } from '@homecare/domain/calendar.ts';
import {
  byDateCreated,
  CANDIDATE_DELETED,
  CANDIDATE_RESTORED,
  matchesCandidate,
} from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { Button, Group } from '@mantine/core';
import { IconPencil, IconPhone, IconPlus, IconTrash, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { DataTable, type ListItem } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton, IconLink } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { CHANGE_CANDIDATE, exportCandidateList, RESTORE_CANDIDATE, useCandidates } from './api.ts';
import { CandidateFormDialog } from './CandidateFormDialog.tsx';
import classes from './CandidatesDialog.module.css';

type Step =
  | { readonly what: 'save'; readonly candidate?: Candidate }
  | { readonly what: 'delete'; readonly candidate: Candidate };

const restoring = ({ id }: Candidate) => ({
  ...RESTORE_CANDIDATE,
  input: { id },
  said: CANDIDATE_DELETED,
  undone: CANDIDATE_RESTORED,
});

const dayOf = (stamp: string, zone: string) => showDate(dayOfStamp(stamp, zone));

const columnsIn = (zone: string): readonly ListColumn<Candidate>[] => [
  {
    key: 'name',
    title: 'Name and phone',
    width: 180,
    value: ({ Name }) => Name,
    cell: (one) => <CellLines strong main={one.Name} sub={one.Phone} />,
  },
  { key: 'address', title: 'Address', value: ({ Address }) => Address, cell: (one) => one.Address },
  {
    key: 'available',
    title: 'Available',
    width: 96,
    value: ({ DateAvailable }) => DateAvailable,
    cell: (one) => showDate(one.DateAvailable),
  },
  {
    key: 'created',
    title: 'Created',
    width: 96,
    value: ({ DateCreated }) => DateCreated,
    cell: (one) => dayOf(one.DateCreated, zone),
  },
];

const listItem = (one: Candidate): ListItem => ({
  title: one.Name,
  kind: showDate(one.DateAvailable),
  line: one.Address,
  action: (
    <IconLink
      label={`Call ${one.Name}`}
      icon={<IconPhone {...rowIcon} />}
      href={`tel:+1${one.Phone.replace(/\D/g, '')}`}
    />
  ),
});

/** Who asks for work: search, add, edit, delete, and hire into the record form. */
export const CandidatesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const zone = useZone();
  const openPage = useOpenPage();
  const query = useCandidates();
  const [step, setStep] = useState<Step>();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const rows = useMemo(
    () => query.data?.filter((one) => matchesCandidate(one, search.trim())).sort(byDateCreated),
    [query.data, search],
  );
  const { table, menu: viewMenu } = useLook({ list: 'candidates', columns: columnsIn(zone), rows });
  const edit = (candidate: Candidate) => setStep({ what: 'save', candidate });
  const hire = ({ id }: Candidate) => void openPage('/createuser', { mode: 'Provider', candidateId: id });
  const menu = (candidate: Candidate): MenuEntry[] => [
    { label: 'Edit', icon: IconPencil, hint: 'Enter', onSelect: () => edit(candidate) },
    { label: 'Hire', icon: IconUserCheck, onSelect: () => hire(candidate) },
    'divider',
    {
      label: 'Delete…',
      icon: IconTrash,
      danger: true,
      onSelect: () => setStep({ what: 'delete', candidate }),
    },
  ];
  const add = (
    <Button
      size="sm"
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setStep({ what: 'save' })}
    >
      Add Candidate
    </Button>
  );
  return (
    <>
      <Dialog
        opened
        wide
        title="Candidates"
        onClose={onClose}
        actions={
          <>
            <Button size="sm" onClick={onClose}>
              Close
            </Button>
            {add}
          </>
        }
      >
        <div className={classes.bar}>
          <SearchBox
            label="Search candidates"
            placeholder="Name, phone or address"
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
          <Group gap="xs">
            <ViewMenu {...viewMenu} />
            <ExportMenu
              list="candidates"
              load={(format) => exportCandidateList(search, format)}
              disabled={!rows?.length}
            />
          </Group>
        </div>
        <DataTable
          label="Candidates"
          {...table}
          rowKey={(one) => one.id}
          rowName={(one) => one.Name}
          page={page}
          onPage={setPage}
          noun={rows?.length === 1 ? 'candidate' : 'candidates'}
          onOpen={edit}
          menu={menu}
          actionsWidth={84}
          actions={(one) => (
            <IconButton
              label={`Hire ${one.Name}`}
              icon={<IconUserCheck {...rowIcon} />}
              onClick={() => hire(one)}
            />
          )}
          listItem={listItem}
          loadingText="Loading candidates…"
          failure={failureOf(query, 'Couldn’t load the candidates')}
          empty={
            search.trim() && query.data?.length ? (
              <EmptyState icon={IconUserPlus} title={`No candidate matches ‘${search.trim()}’`}>
                <Button onClick={() => setSearch('')}>Clear search</Button>
              </EmptyState>
            ) : (
              <EmptyState icon={IconUserPlus} title="No candidates yet" text="Job applicants appear here." />
            )
          }
        />
      </Dialog>
      {step?.what === 'save' && <CandidateFormDialog {...step} onClose={() => setStep(undefined)} />}
      {step?.what === 'delete' && (
        <RemoveDialog
          {...CHANGE_CANDIDATE}
          title={`Delete ${step.candidate.Name}`}
          label="Delete"
          input={{ id: step.candidate.id, data: { Status: 'Archive', rev: step.candidate.rev } }}
          undo={() => restoring(step.candidate)}
          onClose={() => setStep(undefined)}
        >
          {step.candidate.Name} is archived and no longer in this list.
        </RemoveDialog>
      )}
    </>
  );
};
