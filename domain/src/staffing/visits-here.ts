import { counted } from '../counted.ts';

/** How many of a client's visits in the last 90 days a caregiver made. */
export interface VisitsHere {
  readonly visitsHere: number;
  /** Visits by all caregivers together. */
  readonly visitsOfClient: number;
}

/** '12 of 14 visits here in 90 days' */
export const sayVisitsHere = ({ visitsHere, visitsOfClient }: VisitsHere): string =>
  visitsHere === 0
    ? 'no visits here in 90 days'
    : `${visitsHere} of ${counted(visitsOfClient, 'visit')} here in 90 days`;
