import type { BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { useMemo } from 'react';
import { useBoard } from '../schedule/api.ts';

const DAYS = 7;

/** Plans and visits of one person, on either side. */
export const isOf =
  (id: number) =>
  ({ ClientID, ProviderID }: Pick<BoardVisit, 'ClientID' | 'ProviderID'>) =>
    ClientID === id || ProviderID === id;

export interface DayOfPerson {
  readonly day: Temporal.PlainDate;
  readonly visits: readonly (BoardVisit & { readonly other: string })[];
  /** Away on this day: 'Away', or the hours. */
  readonly away: string | null;
}

/** The visits of one person in the week from a Monday on, day by day, as the board has them. */
export const usePersonWeek = (id: number, monday: string) => {
  const from = Temporal.PlainDate.from(monday);
  const through = from.add({ days: DAYS - 1 }).toString();
  const query = useBoard({ from: monday, through });
  const { data } = query;
  const days = useMemo((): readonly DayOfPerson[] | undefined => {
    if (!data) return undefined;
    const names = new Map([...data.caregivers, ...data.clients].map((one) => [one.id, one.name]));
    const own = data.visits.filter(isOf(id)).map((visit) => ({
      ...visit,
      other: names.get(visit.ClientID === id ? visit.ProviderID : visit.ClientID) ?? '',
    }));
    return Array.from({ length: DAYS }, (_, n) => {
      const day = Temporal.PlainDate.from(monday).add({ days: n });
      const text = day.toString();
      return {
        day,
        visits: own.filter(({ date }) => date === text),
        away: data.away.find((one) => one.ProviderID === id && one.day === text)?.words ?? null,
      };
    });
  }, [data, id, monday]);
  return { query, days };
};
