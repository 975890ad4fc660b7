import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../testing/application.tsx';
import { visitOf } from '../../testing/visits.ts';
import { VisitCard } from './VisitCard.tsx';

/** A visit on the caregiver's phone. */

const NOW = Temporal.Instant.from('2026-11-20T16:30:00Z');
const nothing = () => undefined;
const recorded = {
  late: false,
  latitude: null,
  longitude: null,
  distance: null,
  locationError: false,
} as const;
const visit = visitOf(1, {
  Date: '2026-11-20',
  Status: 'Planned',
  PlanStartTime: '10:00',
  PlanEndTime: '12:00',
  startedAt: null,
  endedAt: null,
  RejectedAttempts: [{ ...recorded, id: 7, move: 'Check-In', at: '2026-11-20T16:00:00Z' }],
});
const Page = () => (
  <ul>
    <VisitCard
      visit={visit}
      date="2026-11-20"
      now={NOW}
      zone="America/Denver"
      officePhone=""
      check={undefined}
      onCheck={nothing}
      onTasks={nothing}
    />
  </ul>
);

beforeEach(() => {
  vi.stubGlobal('scrollTo', nothing);
  signInAs('admin');
  answerWith(() => ({ data: CAPABILITIES }));
});
afterEach(closePages);

it('tells the caregiver that the office did not accept an arrival, and takes another one', async () => {
  await openPages({ '/evvadmin': Page }, '/evvadmin');
  expect(
    await screen.findByText('Arrival 9:00 AM was not accepted by the office. It does not count.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Check-In/ })).toHaveProperty('disabled', false);
});
