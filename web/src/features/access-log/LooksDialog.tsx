import { WAY_WORDS, whatWords } from '@homecare/domain/access-log/columns.ts';
import { exportLooks, type LookRow } from '@homecare/domain/access-log/contract.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';
import { useZone } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { CloseAction, DialogOrTab } from '../../ui/DialogOrTab.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { useLooks } from './api.ts';
import { lookColumns } from './look-columns.tsx';

const PARTS = [
  { key: 'opened', label: 'Opened', count: null },
  { key: 'all', label: 'Opened or in a list', count: null },
] as const;
type Part = (typeof PARTS)[number]['key'];

const howWords = ({ way, rows }: LookRow) =>
  rows === null || way === 'opened' ? WAY_WORDS[way] : `${WAY_WORDS[way]} of ${rows.toLocaleString('en-US')}`;

const columns = (zone: string): readonly Column<LookRow>[] => [
  ...lookColumns(zone),
  { key: 'what', title: 'What', min: 200, cell: whatWords },
  { key: 'way', title: 'How', width: 190, cell: howWords },
  { key: 'address', title: 'From', width: 150, cell: ({ address }) => address },
];

interface LooksDialogProps {
  readonly person: Pick<PersonRow, 'ID' | 'LastName' | 'FirstName'>;
  readonly onClose: () => void;
}

/** Who looked at a person and at what of theirs (docs/rules/access-log.md, rule 7). */
export const LooksDialog = ({ person, onClose }: LooksDialogProps) => {
  const zone = useZone();
  const [part, setPart] = useState<Part>('opened');
  const all = part === 'all';
  const { query, looks } = useLooks(person.ID, all);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <DialogOrTab
      opened
      wide
      title={`Who looked at ${personName(person)}`}
      onClose={onClose}
      actions={<CloseAction onClose={onClose} />}
    >
      <Group mb={10} gap="xs" justify="space-between">
        <CountTabs label="Looks" look="segments" tabs={PARTS} value={part} onChange={setPart} />
        <ExportMenu
          list="looks"
          disabled={!looks?.length}
          load={(format) => fetchFile(exportLooks, { id: person.ID, all, format })}
        />
      </Group>
      <DataTable
        key={part}
        label={`Looks at ${personName(person)}`}
        columns={columns(zone)}
        rows={looks}
        rowKey={({ id }) => id}
        rowName={(look) => `${look.who}, ${showStamp(look.at, zone)}`}
        pageSize={10}
        noun={looks?.length === 1 ? 'look' : 'looks'}
        listItem={(look) => ({
          title: look.who,
          kind: showStamp(look.at, zone),
          line: whatWords(look),
          more: `${howWords(look)} · ${look.address}`,
        })}
        loadingText="Loading looks…"
        failure={failureOf(query, 'Couldn’t load the looks')}
        empty={
          <EmptyState
            icon={IconEye}
            title="Nobody has looked yet"
            text="Each time someone opens this record, or something of it, it is kept here."
          />
        }
        footer={
          hasNextPage && (
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier looks
            </Button>
          )
        }
      />
    </DialogOrTab>
  );
};
