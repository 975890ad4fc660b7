import { personName } from '@homecare/domain/person-name.ts';
import {
  IconCalendarMonth,
  IconCertificate,
  IconClockCheck,
  IconFileDollar,
  IconUser,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { hrefOf, type Place } from '../../platform/address.ts';
import { personOfPath } from '../../platform/person-path.ts';
import { recentPlaces } from '../../platform/recent-places.ts';
import { usePeople } from '../people/api.ts';
import type { FindEntry } from './find-entries.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** What is remembered of a record is its number alone; its name is asked for again. */
const RECORDS: Readonly<Record<string, Pick<FindEntry, 'icon'> & { readonly name: string }>> = {
  '/careplan': { icon: IconCalendarMonth, name: 'Care plan' },
  '/visitstory': { icon: IconClockCheck, name: 'Visit story' },
  '/privatepay/invoice': { icon: IconFileDollar, name: 'Invoice' },
  '/authorizations/one': { icon: IconCertificate, name: 'Authorization' },
};

const RECORD = '/createuser';

/** Of a record form, or of a page of a person on whatever tab. */
const personIn = ({ to, page }: Place): number | undefined => {
  const id = to === RECORD ? page?.id : personOfPath(to)?.id;
  return isNumber(id) ? id : undefined;
};

/** The places of this account, with the names that they have now; what it may not open any more is left out. */
export const useRecent = (screens: readonly FindEntry[]): readonly FindEntry[] => {
  // The last of them is the place that is open.
  const places = useMemo(() => recentPlaces().slice(1), []);
  const hasPeople = places.some((place) => personIn(place) !== undefined);
  const { people } = usePeople(hasPeople);
  return useMemo(() => {
    const entryOf = (place: Place): FindEntry[] => {
      const key = `recent ${hrefOf(place)}`;
      const id = place.page?.id;
      const personId = personIn(place);
      if (personId !== undefined) {
        const person = people?.find(({ ID }) => ID === personId);
        if (!person) return [];
        const tab = personOfPath(place.to)?.tab ?? 'edit';
        return [
          { key, icon: IconUser, title: personName(person), note: tab === 'overview' ? '' : tab, place },
        ];
      }
      const screen = screens.find((one) => one.place?.to === place.to);
      if (screen) return [{ ...screen, key }];
      const record = RECORDS[place.to];
      if (!record || !place.page) return [];
      return [{ key, icon: record.icon, title: isNumber(id) ? `${record.name} ${id}` : record.name, place }];
    };
    return places.flatMap(entryOf);
  }, [places, people, screens]);
};
