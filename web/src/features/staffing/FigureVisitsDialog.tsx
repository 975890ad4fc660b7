import { sayDay, saySpan } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { FigureVisit } from '@homecare/domain/staffing/contract.ts';
import {
  type FigureKey,
  nameIn,
  STAFFING_WORDS,
  sayMinutes,
  titleOf,
} from '@homecare/domain/staffing/figure-words.ts';
import { type FigureGroup, isOfCovers } from '@homecare/domain/staffing/figures.ts';
import { IconCalendarOff } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY, storyEntry, useOpenStory } from '../visit-story/open-story.ts';
import { useFigureVisits } from './api.ts';
import type { OpenedFigure } from './opened-figure.ts';
import { dayWords, timeWords } from './plan-words.ts';

/** A figure of some days, or of one week, town or scheduler among them. */
export interface AskedFigure extends OpenedFigure {
  readonly group?: FigureGroup;
  readonly name?: string;
}

const whenOf = ({ start, end }: FigureVisit) =>
  start === null || end === null ? undefined : timeWords({ start, end });

interface State {
  readonly main: string;
  readonly sub?: string;
}

/** What became of the visit, or of the cover: how fast it was found, what it added, and who decided. */
const becameOf = ({ staffing, cover }: FigureVisit): State => {
  if (cover === null) return { main: staffing === null ? '–' : STAFFING_WORDS[staffing] };
  const { minutes, overtimeMinutes, by } = cover;
  const overtime = overtimeMinutes ? `+${sayMinutes(overtimeMinutes)} overtime` : 'no overtime';
  const fast = minutes === null ? 'nobody called out' : `after ${sayMinutes(minutes)}`;
  return { main: fast, sub: `${overtimeMinutes === null ? 'overtime not known' : overtime}, ${by}` };
};

/** What a share does not count says so. */
const stateOf = (visit: FigureVisit): State => {
  const { main, sub } = becameOf(visit);
  if (visit.counts) return { main, ...(sub !== undefined && { sub }) };
  return { main, sub: [sub, 'not counted'].filter(Boolean).join(', ') };
};

const COLUMNS: readonly Column<FigureVisit>[] = [
  {
    key: 'day',
    title: 'Day',
    width: 150,
    cell: (visit) => <CellLines main={dayWords(visit.date)} sub={whenOf(visit)} />,
  },
  {
    key: 'client',
    title: 'Client',
    min: 150,
    cell: ({ ClientID, Client, town }) => (
      <CellLines strong main={<PersonLink id={ClientID} name={Client} />} sub={town ?? ''} />
    ),
  },
  {
    key: 'caregiver',
    title: 'Caregiver',
    width: 150,
    cell: ({ ProviderID, Provider }) =>
      ProviderID === null ? '–' : <PersonLink id={ProviderID} name={Provider ?? ''} />,
  },
  {
    key: 'state',
    title: 'What became of it',
    width: 180,
    cell: (visit) => <CellLines {...stateOf(visit)} />,
  },
];

const NOUNS = { visit: ['visit', 'visits'], cover: ['cover', 'covers'] } as const;
const nounOf = (figure: FigureKey) => NOUNS[isOfCovers(figure) ? 'cover' : 'visit'];

/** '340 of 342 visits': of a share the rest comes first. */
const sayTotal = (figure: FigureKey, { total, counted: part }: { total: number; counted: number }) => {
  const [one, many] = nounOf(figure);
  const all = counted(total, one, many);
  return part === total ? all : `${part.toLocaleString('en-US')} of ${all}. Those not counted come first.`;
};

const titleFor = ({ figure, from, through, group, name }: AskedFigure) => {
  const of = group === undefined || name === undefined ? saySpan(from, through) : nameInTitle(group, name);
  return `${titleOf(figure)}, ${of}`;
};
const nameInTitle = (group: FigureGroup, name: string) => nameIn(group, { name });

interface FigureVisitsProps {
  readonly asked: AskedFigure;
  readonly onClose: () => void;
}

const keyOf = ({ planId, day }: FigureVisit) => ({ planId, day });

/** The visits or covers of which a figure is one; each opens its story (docs/rules/staffing.md, rule 18). */
export const FigureVisitsDialog = ({ asked, onClose }: FigureVisitsProps) => {
  const query = useFigureVisits(asked);
  const openStory = useOpenStory();
  const { data } = query;
  const showStory = (visit: FigureVisit) => {
    onClose();
    openStory(keyOf(visit), data?.rows.map(keyOf));
  };
  const [one, many] = nounOf(asked.figure);
  const title = titleFor(asked);
  return (
    <ReadDialog title={title} wide onClose={onClose}>
      {data && (
        <p className="ink2" role="status">
          {sayTotal(asked.figure, data)}
        </p>
      )}
      <DataTable
        label={title}
        columns={COLUMNS}
        rows={data?.rows}
        rowKey={({ planId, day, date }) => `${planId} ${day} ${date}`}
        rowName={({ Client, date }) => `${Client}, ${sayDay(date)}`}
        pageSize={8}
        noun={data?.rows.length === 1 ? one : many}
        onOpen={showStory}
        keys={{ [STORY_KEY]: showStory }}
        menu={(visit) => [storyEntry(() => showStory(visit))]}
        actionsWidth={64}
        actionsTitle="More"
        listItem={(visit) => ({
          title: `${visit.Client}, ${dayWords(visit.date)}`,
          kind: stateOf(visit).main,
          line: [whenOf(visit), visit.Provider, stateOf(visit).sub].filter(Boolean).join(', '),
        })}
        footer={
          data && data.total > data.rows.length
            ? `The first ${data.rows.length} of ${counted(data.total, one, many)}`
            : undefined
        }
        loadingText="Loading what is counted…"
        failure={failureOf(query, 'Couldn’t load what is counted')}
        empty={<EmptyState icon={IconCalendarOff} title="Nothing is counted" />}
      />
    </ReadDialog>
  );
};
