/** What each tab of the phone is drawn with. */
export interface PhoneTabProps {
  readonly providerId: number;
  readonly zone: string;
  readonly officePhone: string;
}
