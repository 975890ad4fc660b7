import { SSN } from '@homecare/domain/people/kind-and-status.ts';
import { newProvider } from '@homecare/domain/people-forms/contract.ts';
import { Button } from '@mantine/core';
import { postForm } from '../../platform/open-form.ts';
import classes from './NewProviderButton.module.css';

/** What of the record form goes on the hiring sheet, as it was typed so far. */
export interface HiringFields {
  readonly FirstName: string;
  readonly MiddleName: string;
  readonly LastName: string;
  readonly Address: string;
  readonly Address2: string;
  readonly City: string;
  readonly State: string;
  readonly PostalCode: string;
  readonly [SSN]: string;
  readonly Phone: string;
  readonly Marital: string;
  readonly withholdAllow: string | number | null;
  readonly DOB: string;
}

const joined = (parts: readonly string[], by: string) => parts.filter((part) => part.trim() !== '').join(by);

/** The seven values of Newprovider.php. */
export const hiringValues = (form: HiringFields): Readonly<Record<string, string>> => ({
  name: joined([form.FirstName, form.MiddleName, form.LastName], ' '),
  address: joined([form.Address, form.Address2, form.City, joined([form.State, form.PostalCode], ' ')], ', '),
  ssn: form[SSN],
  tel: form.Phone,
  marital: form.Marital,
  whAllow: String(form.withholdAllow ?? ''),
  dob: form.DOB,
});

/** Prints the hiring sheet in a new window, also before the record is saved; nothing is stored. */
export const NewProviderButton = ({ read }: { readonly read: () => HiringFields }) => (
  <Button
    size="sm"
    aria-label="New provider form"
    onClick={() => postForm(newProvider, hiringValues(read()))}
  >
    <span className={classes.long}>New provider form</span>
    <span className={classes.short}>Form</span>
  </Button>
);
