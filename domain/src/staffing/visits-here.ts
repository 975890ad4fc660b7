import { counted } from '../counted.ts';

/** Of the last 90 days: how many of the visits of a client somebody did. */
export interface VisitsHere {
  readonly visitsHere: number;
  /** By everybody. */
  readonly visitsOfClient: number;
}

/** '12 of 14 visits here in 90 days' */
export const sayVisitsHere = ({ visitsHere, visitsOfClient }: VisitsHere): string =>
  visitsHere === 0
    ? 'no visits here in 90 days'
    : `${visitsHere} of ${counted(visitsOfClient, 'visit')} here in 90 days`;
