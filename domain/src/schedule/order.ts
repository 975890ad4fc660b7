import { compareKeys } from '../compare.ts';
import { followed } from '../followed.ts';
import { compareNames } from '../people/order.ts';
import type { Board, BoardAway, BoardCaregiver, BoardClient, BoardVisit } from './schema.ts';

/** By day, start and end, then by the plan that schedules the visit. */
export const compareBoardVisits = (a: BoardVisit, b: BoardVisit): number =>
  compareKeys(`${a.date} ${a.start} ${a.end}`, `${b.date} ${b.start} ${b.end}`) ||
  a.byPlanId - b.byPlanId ||
  compareKeys(a.day, b.day);

export const compareAway = (a: BoardAway, b: BoardAway): number =>
  a.ProviderID - b.ProviderID || compareKeys(a.day, b.day);

const byName = (a: Pick<BoardClient, 'id' | 'name'>, b: Pick<BoardClient, 'id' | 'name'>): number =>
  compareNames(a.name, b.name) || a.id - b.id;

const ofProvider = ({ ProviderID }: { readonly ProviderID: number }) => ProviderID;
const caregivers = followed<BoardCaregiver>({ key: ({ id }) => id, compare: byName });
const clients = followed<BoardClient>({ key: ({ id }) => id, compare: byName });
const visits = followed<BoardVisit>({ key: ofProvider, compare: compareBoardVisits });
const away = followed<BoardAway>({ key: ofProvider, compare: compareAway });

/** Follows the board by caregiver: a change to one of them comes with all of their visits (docs/rules/calls.md, rule 20). */
export const followedBoard = {
  keysOf: (board: Board): number[] => caregivers.keysOf(board.caregivers),
  applyChanges: (known: Board, changed: Board, removed: readonly number[]): Board => {
    const gone = [...removed, ...caregivers.keysOf(changed.caregivers)];
    const shown = visits.applyChanges(known.visits, changed.visits, gone);
    const visited = new Set(shown.map(({ ClientID }) => ClientID));
    const left = clients.keysOf(known.clients).filter((id) => !visited.has(id));
    return {
      week: changed.week,
      caregivers: caregivers.applyChanges(known.caregivers, changed.caregivers, removed),
      clients: clients.applyChanges(known.clients, changed.clients, left),
      visits: shown,
      away: away.applyChanges(known.away, changed.away, gone),
    };
  },
};
