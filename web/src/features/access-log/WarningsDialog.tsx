import type { AccessWarning, WarningKind } from '@homecare/domain/access-log/contract.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { IconShieldCheck } from '@tabler/icons-react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useWarnings, WARNED_DAYS } from './api.ts';
import { lookColumns } from './look-columns.tsx';

const WHY: Record<WarningKind, string> = {
  own: 'Own record',
  family: 'Same family name',
  many: 'Many records in an hour',
};

const whatWords = ({ kind, person, count }: AccessWarning) =>
  kind === 'many' ? counted(count, 'record') : `${person}: ${counted(count, 'look')}`;

const columns = (zone: string): readonly Column<AccessWarning>[] => [
  ...lookColumns(zone),
  { key: 'why', title: 'Why', width: 190, cell: ({ kind }) => WHY[kind] },
  { key: 'what', title: 'What', min: 200, cell: whatWords },
];

/** Looks that an admin should ask about (docs/rules/access-log.md, rule 9). */
export const WarningsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const zone = useZone();
  const query = useWarnings();
  return (
    <ReadDialog wide title="Looks to ask about" onClose={onClose}>
      <p className="ink2">
        {`The last ${WARNED_DAYS} days: looks at the own record, at people of the same family name, and more than 200 records in an hour. There may be good reasons: ask.`}
      </p>
      <DataTable
        label="Looks to ask about"
        columns={columns(zone)}
        rows={query.data}
        rowKey={({ kind, accountId, personId }) => `${kind} ${accountId} ${personId ?? ''}`}
        rowName={({ who, kind }) => `${who}, ${WHY[kind]}`}
        pageSize={10}
        noun={query.data?.length === 1 ? 'warning' : 'warnings'}
        listItem={(warning) => ({
          title: warning.who,
          kind: WHY[warning.kind],
          line: whatWords(warning),
          more: showStamp(warning.at, zone),
        })}
        loadingText="Loading warnings…"
        failure={failureOf(query, 'Couldn’t load the warnings')}
        empty={<EmptyState icon={IconShieldCheck} title="Nothing to ask about" />}
      />
    </ReadDialog>
  );
};
