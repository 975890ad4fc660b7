/** What each tab of the phone is drawn with. */
export interface PhoneTabProps {
  readonly providerId: number;
  readonly zone: string;
  readonly officePhone: string;
  /** So many minutes before a visit a call-out asks to call the office too. */
  readonly callTooMinutes: number;
}
