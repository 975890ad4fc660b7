import type { Visit } from '@homecare/domain/visits/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { visitOf } from '../../../testing/visits.ts';
import { closeAllToasts } from '../../platform/toasts.ts';
import { EvvAdminPage } from './EvvAdminPage.tsx';

const ZONE = 'America/Denver';
const today = () => Temporal.Now.plainDateISO(ZONE);
const planned = (more: Partial<Visit>) =>
  visitOf(1, {
    Status: 'Planned',
    aggregatorStatus: null,
    startedAt: null,
    endedAt: null,
    PlanStartTime: '10:00',
    PlanEndTime: '12:00',
    ...more,
  });
const at = (day: Temporal.PlainDate, time: string) =>
  day.toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString();

const answer = (visit: Visit) => {
  const saved: Readonly<Record<string, unknown>>[] = [];
  answerWith(({ path, cmd, data }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('getEVVList')) return { data: [visit] };
    if (cmd !== 'evv_update') return { status: 404, Info: path };
    saved.push(data);
    return { data: { ...visit, Status: 'Complete', rev: 2 } };
  });
  return saved;
};

const openDialog = async (name: string) => {
  await openPages({ '/evvadmin': EvvAdminPage }, '/evvadmin');
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}: Bekele`) }));
  return within(await screen.findByRole('dialog', { name: new RegExp(`^${name}`) }));
};

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('Set Active and Set Complete', () => {
  it('ask for both times of a missed visit, with their day and the length that follows', async () => {
    const day = today().subtract({ days: 2 });
    const saved = answer(planned({ Date: day.toString() }));
    const dialog = await openDialog('Set Active');
    fireEvent.click(dialog.getByRole('button', { name: 'Save both times' }));
    await dialog.findByText('Choose the actual start.');
    dialog.getByText('Choose the actual end.');
    expect(saved).toHaveLength(0);
    const [start, end] = dialog.getAllByRole('radiogroup').map((group) => within(group));
    if (!start || !end) throw new Error('two lists of times were expected');
    fireEvent.click(start.getByRole('radio', { name: /^As planned: \d\d-\d\d-\d{4} 10:00 AM$/ }));
    // Now would be two days later.
    expect(end.getByRole<HTMLInputElement>('radio', { name: /^Now:/ }).disabled).toBe(true);
    fireEvent.click(end.getByRole('radio', { name: /^As planned: \d\d-\d\d-\d{4} 12:00 PM$/ }));
    end.getByText('2 h, planned 2 h');
    fireEvent.click(dialog.getByRole('button', { name: 'Save both times' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      Status: 'Active',
      FactStartTime: at(day, '10:00'),
      FactEndTime: at(day, '12:00'),
    });
  });

  it('show how long a visit that was never ended becomes, and pick no end', async () => {
    const day = today().subtract({ days: 1 });
    const saved = answer(planned({ Date: day.toString(), Status: 'Active', startedAt: at(day, '10:05') }));
    const dialog = await openDialog('Set Complete');
    const radios = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ checked }) => checked)).toEqual(radios.map(() => false));
    dialog.getByText('1 h 55 min, planned 2 h');
    fireEvent.click(dialog.getByRole('radio', { name: 'Another time' }));
    fireEvent.change(dialog.getByLabelText('Time of end'), { target: { value: '09:00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Set Complete' }));
    await dialog.findByText('The actual end must be after the actual start.');
    expect(saved).toHaveLength(0);
    fireEvent.click(dialog.getByRole('radio', { name: /^As planned/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Set Complete' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ Status: 'Complete', FactEndTime: at(day, '12:00') });
  });

  it('pick the present time near the plan, and leave it to the server', async () => {
    const now = Temporal.Now.zonedDateTimeISO(ZONE).subtract({ minutes: 5 });
    const clock = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString().slice(0, 5);
    const visit = planned({
      Date: now.toPlainDate().toString(),
      PlanStartTime: clock(now),
      PlanEndTime: clock(now.add({ hours: 2 })),
    });
    const saved = answer(visit);
    const dialog = await openDialog('Set Active');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Now:/ }).checked).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: 'Set Active' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ Status: 'Active' });
    expect(saved[0]).not.toHaveProperty('FactStartTime');
  });
});
