/** Under this name the chosen tab is kept. */
export const PHONE_TAB = 'phone.tab';

/** What each tab of the phone is drawn with. */
export interface PhoneTabProps {
  readonly providerId: number;
  readonly zone: string;
  readonly officePhone: string;
  /** So many minutes before a visit a call-out asks to call the office too. */
  readonly callTooMinutes: number;
}
