import { dateText } from '@homecare/domain/wire.ts';
import type { OpenedWith } from '../../platform/address.ts';

/** The schedule as opened by a link of Today: a day, and the people to whom its rows are limited. */
export interface OpenedBoard {
  readonly day: string;
  readonly people: readonly number[];
}

/** In the address of the page: ids and a day, as a key that says nothing. */
export const openedBoard = ({ day, people }: OpenedBoard): OpenedWith => ({ day, people: people.join(' ') });

export const readOpenedBoard = ({ day, people }: OpenedWith): OpenedBoard | undefined => {
  const ids = typeof people === 'string' ? people.split(' ').map(Number) : [];
  const isWhole = ids.length > 0 && ids.every((id) => Number.isInteger(id) && id > 0);
  const date = dateText.safeParse(day);
  return isWhole && date.success ? { day: date.data, people: ids } : undefined;
};
