import { sayDay, sayTime } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { TRIED_DAYS, type TriedVisit } from '@homecare/domain/offers/contract.ts';
import { IconCalendarOff } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, storyEntry, useOpenStory } from '../visit-story/open-story.ts';

const spanOf = ({ start, end }: TriedVisit) => `${sayTime(start)} – ${sayTime(end)}`;
const wasAsked = ({ overtimeCents }: TriedVisit) => overtimeCents !== null;
const askedWords = ({ overtimeCents }: TriedVisit) => {
  if (overtimeCents === null) return 'nobody to ask, not counted';
  return overtimeCents === 0 ? 'somebody, no overtime' : `somebody, ${showMoney(overtimeCents)} overtime`;
};

const COLUMNS: readonly Column<TriedVisit>[] = [
  {
    key: 'day',
    title: 'Day',
    width: 150,
    cell: (visit) => <CellLines main={sayDay(visit.date)} sub={spanOf(visit)} />,
  },
  {
    key: 'client',
    title: 'Client',
    min: 150,
    cell: ({ ClientID, Client }) => <PersonLink id={ClientID} name={Client} />,
  },
  {
    key: 'without',
    title: 'Who called out',
    width: 160,
    cell: ({ ProviderID, Provider }) => <PersonLink id={ProviderID} name={Provider} />,
  },
  { key: 'asked', title: 'Who could be asked', width: 190, cell: askedWords },
];

interface TriedDialogProps {
  readonly visits: readonly TriedVisit[];
  readonly onClose: () => void;
}

const keyOf = ({ planId, day }: TriedVisit) => ({ planId, day });

/** The visits on which settings were tried, those with nobody to ask first; each opens its story. */
export const TriedDialog = ({ visits, onClose }: TriedDialogProps) => {
  const openStory = useOpenStory();
  const rows = [...visits.filter((visit) => !wasAsked(visit)), ...visits.filter(wasAsked)];
  const showStory = (visit: TriedVisit) => {
    onClose();
    openStory(keyOf(visit), rows.map(keyOf));
  };
  const title = `Call-outs of the last ${TRIED_DAYS} days`;
  return (
    <ReadDialog title={title} wide onClose={onClose}>
      <p className="ink2">
        {`${visits.filter(wasAsked).length} of ${counted(visits.length, 'visit')} with somebody to ask`}
      </p>
      <DataTable
        label={title}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ planId, day }) => `${planId} ${day}`}
        rowName={({ Client, date }) => `${Client}, ${sayDay(date)}`}
        pageSize={8}
        noun={rows.length === 1 ? 'visit' : 'visits'}
        onOpen={showStory}
        keys={{ [STORY_KEY]: showStory }}
        menu={(visit) => [storyEntry(() => showStory(visit))]}
        actionsWidth={64}
        actionsTitle="More"
        listItem={(visit) => ({
          title: `${visit.Client}, ${sayDay(visit.date)}`,
          kind: askedWords(visit),
          line: `${spanOf(visit)}, without ${visit.Provider}`,
        })}
        empty={<EmptyState icon={IconCalendarOff} title="No call-outs" />}
      />
    </ReadDialog>
  );
};
