import { instantOf } from '@homecare/domain/calendar.ts';
import { isClock, isIsoDate } from '../../ui/inputs.tsx';

/** What was picked in a list of times: its key, and what was typed for another time. */
export interface Picked {
  /** 'now', 'planned', the stamp of a recorded time, 'other', or '' while nothing was picked. */
  readonly key: string;
  readonly date: string;
  readonly time: string;
}

export const nothingPicked = (date: string): Picked => ({ key: '', date, time: '' });

/** The moment that was picked; undefined while there is none. */
export const pickedStamp = (
  { key, date, time }: Picked,
  choices: readonly { readonly source: string; readonly at: string }[],
  zone: string,
): string | undefined => {
  if (key !== 'other') return choices.find(({ source, at }) => source === key || at === key)?.at;
  return isIsoDate(date) && isClock(time) ? instantOf(date, time, zone).toString() : undefined;
};
