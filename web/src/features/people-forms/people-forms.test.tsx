import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { rowOf } from '../../../testing/application.tsx';
import { CLIENT_FORMS, LAST_FORMS } from './form-reports.ts';
import { hiringValues, NewProviderButton } from './NewProviderButton.tsx';

afterEach(() => void vi.restoreAllMocks());

const typed = {
  FirstName: 'Юлія',
  MiddleName: '',
  LastName: 'Ковальчук',
  Address: '1 Main St',
  Address2: '',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80012',
  'SSI #': '900-55-1234',
  Phone: '(303) 555-0148',
  Marital: 'Single',
  withholdAllow: 2,
  DOB: '1990-04-05',
};

test('the seven values are put together from what was typed so far', () => {
  expect(hiringValues(typed)).toEqual({
    name: 'Юлія Ковальчук',
    address: '1 Main St, Aurora, CO 80012',
    ssn: '900-55-1234',
    tel: '(303) 555-0148',
    marital: 'Single',
    whAllow: '2',
    dob: '1990-04-05',
  });
  const nothing = {
    ...typed,
    FirstName: '',
    LastName: '',
    Address: '',
    City: '',
    State: '',
    PostalCode: '',
    withholdAllow: null,
  };
  expect(hiringValues(nothing)).toMatchObject({ name: '', address: '', whAllow: '' });
});

test('the button posts them to a new window: no value is in an address, and nothing stays in the page', () => {
  const sent: { action: string; method: string; target: string; rel: string; fields: [string, unknown][] }[] =
    [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const inputs = [...this.querySelectorAll('input')];
    const { method, target, rel } = this;
    sent.push({
      action: this.getAttribute('action') ?? '',
      method,
      target,
      rel,
      fields: inputs.map(({ name, value }) => [name, value]),
    });
  });
  render(
    <MantineProvider env="test">
      <NewProviderButton read={() => typed} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'New provider form' }));
  expect(sent).toEqual([
    {
      action: '/homecare/api/People/Newprovider.php',
      method: 'post',
      target: '_blank',
      rel: 'noopener',
      fields: Object.entries(hiringValues(typed)),
    },
  ]);
  expect(document.querySelector('form')).toBeNull();
});

test('each choice opens its form in a new window', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const page = { openRecord: () => undefined };
  for (const action of [...CLIENT_FORMS, ...LAST_FORMS]) action.run?.(rowOf(7, {}), page);
  expect(opened.mock.calls.map(([url]) => String(url).replace('/homecare/api/People/', ''))).toEqual([
    'caseManagerForm.php?id=7',
    'CareCoordinationForm.php?id=7',
    'CareCoordinationRequest.php?id=7',
    'CareCoordinationRequest.php?id=7&dx=true',
    'incidentForm.php?id=7',
    'followupForm.php?id=7',
    'lastHoursReport.php?id=7',
    'employeeVerification.php?id=7',
    'employeeVerification.php?id=7&pay=true',
  ]);
  expect(
    opened.mock.calls.every(([, target, features]) => target === '_blank' && features === 'noopener'),
  ).toBe(true);
});
