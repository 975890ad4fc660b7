import type { PeopleTab } from '@homecare/domain/people/search.ts';
import { Button } from '@mantine/core';
import { IconUserSearch, IconUsers } from '@tabler/icons-react';
import { SetUpButton } from '../../platform/SetUpButton.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface NoPeopleProps {
  /** The agency has no people yet. */
  readonly isFirst: boolean;
  readonly search: string;
  readonly tab: PeopleTab;
  /** Number of archived people who would match. */
  readonly hidden: number;
  readonly onClear: () => void;
  readonly onShowArchived: () => void;
  readonly onCreate?: () => void;
  readonly onImport?: (() => void) | undefined;
}

const NOBODY: Record<PeopleTab, string> = {
  All: 'Nobody is active',
  Providers: 'No provider is active',
  Clients: 'No client is active',
};

const archivedText = (count: number, search: string) => {
  if (count === 0) return search ? 'No archived person matches either.' : undefined;
  const people = count === 1 ? '1 archived person' : `${count.toLocaleString('en-US')} archived people`;
  return search ? `${people} ${count === 1 ? 'matches' : 'match'}.` : `${people} can be shown.`;
};

/** Shown instead of an empty list: the reason, and what helps. */
export const NoPeople = (props: NoPeopleProps) => {
  const { isFirst, search, tab, hidden } = props;
  if (isFirst && !search)
    return (
      <EmptyState
        icon={IconUsers}
        title="No people yet"
        text="Import your providers and clients from a spreadsheet, or add the first one by hand."
      >
        {props.onImport && <Button onClick={props.onImport}>Import</Button>}
        <SetUpButton step="people" />
        {props.onCreate && (
          <Button variant="filled" onClick={props.onCreate}>
            Create New Provider
          </Button>
        )}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconUserSearch}
      title={search ? `No one matches “${search}”` : NOBODY[tab]}
      text={archivedText(hidden, search)}
    >
      {search && <Button onClick={props.onClear}>Clear search</Button>}
      {hidden > 0 && (
        <Button variant="filled" onClick={props.onShowArchived}>
          Show Archived
        </Button>
      )}
    </EmptyState>
  );
};
