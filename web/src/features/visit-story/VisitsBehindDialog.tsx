import { showDate, showLength } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { VisitBehind, VisitsBehind } from '@homecare/domain/visit-story/schema.ts';
import { IconCalendarOff } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type CountedRow, useVisitsBehind } from './api.ts';
import { STORY_KEY, type StoryKey, storyEntry, useOpenStory } from './open-story.ts';

const lengthOf = ({ minutes, units }: Pick<VisitBehind, 'minutes' | 'units'>) =>
  [minutes !== null && `${showLength(minutes)} h`, units !== null && counted(units, 'unit')].filter(Boolean);

const claimWords = (claimId: string | null) => claimId !== null && `claim ${claimId}`;

const COLUMNS: readonly Column<VisitBehind>[] = [
  {
    key: 'day',
    title: 'Day',
    width: 126,
    cell: ({ day, claimId }) => <CellLines main={showDate(day)} sub={claimWords(claimId)} />,
  },
  {
    key: 'client',
    title: 'Client',
    min: 170,
    cell: ({ ClientID, Client, Type }) => (
      <CellLines strong main={<PersonLink id={ClientID} name={Client} />} sub={Type} />
    ),
  },
  { key: 'caregiver', title: 'Caregiver', width: 170, cell: ({ Provider }) => Provider },
  {
    key: 'length',
    title: 'Counted',
    width: 110,
    align: 'right',
    cell: (visit) => {
      const [main = '–', sub] = lengthOf(visit);
      return <CellLines main={main} sub={sub} />;
    },
  },
];

/** '12 visits, 24:00 h, 96 units' */
const sayTotal = ({ total, ...sums }: VisitsBehind) =>
  [counted(total, 'visit'), ...(total > 0 ? lengthOf(sums) : [])].join(', ');

interface VisitsBehindDialogProps {
  readonly row: CountedRow;
  /** Names the row. */
  readonly title: string;
  readonly onClose: () => void;
}

const keyOf = ({ planId, day }: VisitBehind): StoryKey => ({ planId, day });

/** The visits that a row counts; each opens its story (docs/rules/visit-story.md, rule 12). */
export const VisitsBehindDialog = ({ row, title, onClose }: VisitsBehindDialogProps) => {
  const query = useVisitsBehind(row);
  const openStory = useOpenStory();
  const { data } = query;
  const showStory = (visit: VisitBehind) => {
    onClose();
    openStory(keyOf(visit), data?.rows.map(keyOf));
  };
  return (
    <ReadDialog title={`Visits: ${title}`} wide onClose={onClose}>
      {data && (
        <p className="ink2" role="status">
          {sayTotal(data)}
        </p>
      )}
      <DataTable
        label={`Visits: ${title}`}
        columns={COLUMNS}
        rows={data?.rows}
        rowKey={({ planId, day, claimId }) => `${planId} ${day} ${claimId}`}
        rowName={({ Client, day }) => `${Client}, ${showDate(day)}`}
        pageSize={8}
        noun={data?.rows.length === 1 ? 'visit' : 'visits'}
        onOpen={showStory}
        keys={{ [STORY_KEY]: showStory }}
        menu={(visit) => [storyEntry(() => showStory(visit))]}
        actionsWidth={64}
        actionsTitle="More"
        listItem={(visit) => ({
          title: `${showDate(visit.day)} ${visit.Type}`,
          kind: lengthOf(visit)[0],
          line: [`${visit.Client} with ${visit.Provider}`, claimWords(visit.claimId)]
            .filter(Boolean)
            .join(', '),
        })}
        footer={
          data && data.total > data.rows.length
            ? `The first ${data.rows.length} of ${counted(data.total, 'visit')}`
            : undefined
        }
        loadingText="Loading visits…"
        failure={failureOf(query, 'Couldn’t load the visits')}
        empty={<EmptyState icon={IconCalendarOff} title="No visits" text="No visit is behind this row." />}
      />
    </ReadDialog>
  );
};
