/** Name under which the chosen tab is kept. */
export const PHONE_TAB = 'phone.tab';

/** Properties of each tab. */
export interface PhoneTabProps {
  readonly providerId: number;
  readonly zone: string;
  readonly officePhone: string;
  /** A call-out less than this many minutes before a visit asks the caregiver to call the office too. */
  readonly callTooMinutes: number;
}
