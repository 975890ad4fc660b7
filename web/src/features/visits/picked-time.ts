import { instantOf } from '@homecare/domain/calendar.ts';
import { isClock, isIsoDate } from '../../ui/inputs.tsx';

/** The choice in a list of times: its key, and the typed values of another time. */
export interface Picked {
  /** 'now', 'planned', the stamp of a recorded time, 'other', or '' before a choice. */
  readonly key: string;
  readonly date: string;
  readonly time: string;
}

export const nothingPicked = (date: string): Picked => ({ key: '', date, time: '' });

/** The chosen moment; undefined if there is none yet. */
export const pickedStamp = (
  { key, date, time }: Picked,
  choices: readonly { readonly source: string; readonly at: string }[],
  zone: string,
): string | undefined => {
  if (key !== 'other') return choices.find(({ source, at }) => source === key || at === key)?.at;
  return isIsoDate(date) && isClock(time) ? instantOf(date, time, zone).toString() : undefined;
};
