import type { OwnForms } from '@homecare/domain/agency-forms/schema.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages } from '../../testing/application.tsx';
import { signInCaregiver } from '../../testing/caregiver.ts';
import { phoneStore } from '../../testing/phone-store.ts';
import { type Entry, storeTogether } from './attempts.ts';
import { readStored } from './outbox.ts';
import { useForms } from './use-forms.ts';

const phone = phoneStore();
const [KITCHEN, FALL] = [2, 3];
const DUE = '2026-11-20';
/** Two visits of client 3, one of client 4; a version that is newer than what waits on the phone. */
const PLACES = [
  { visitId: 7, clientId: 3 },
  { visitId: 8, clientId: 3 },
  { visitId: 9, clientId: 4 },
];
const own: OwnForms = {
  forms: [KITCHEN, FALL].map((formId) => ({
    ...{ formId, versionId: formId * 10, title: `Form ${formId}`, intro: '', questions: [] },
  })),
  due: PLACES.flatMap(({ visitId }) =>
    [KITCHEN, FALL].map((formId) => ({ visitId, versionId: formId * 10, due: DUE })),
  ),
};
const kept = (clientId?: number): Entry => ({
  request: {
    ...{ kind: 'form', mark: 'mark', formId: KITCHEN, title: 'Form 2', label: 'Guadalupe', clientId },
    input: { versionId: 19, visitId: 7, answers: [], at: '2026-11-20T15:30:00Z' },
  },
  ...{ key: 'one', refused: null },
});

const Page = () => {
  const formsAt = useForms();
  return PLACES.map((place) => (
    <p key={place.visitId}>
      {`Visit ${place.visitId}:`}
      {formsAt(place).map(({ formId, due, isKept }) => ` ${formId}${isKept ? ' kept' : due ? ' due' : ''}`)}
    </p>
  ));
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', phone.indexedDB);
  signInCaregiver();
  answerWith(({ path }) => ({ data: path.endsWith('agency-forms/list-own') ? own : CAPABILITIES }));
});
afterEach(async () => {
  phone.empty();
  // What waits is forgotten by reading an empty phone, which is then gone as well: the next file has one of its own.
  await readStored();
  phone.empty();
  closePages();
});

it.each([
  ['all of it is asked for where nothing waits', [], ['2 due 3 due', '2 due 3 due', '2 due 3 due']],
  [
    'what waits is not asked for again: in a newer version, nor at another visit of the client',
    [kept(3)],
    ['3 due 2 kept', '3 due 2', '2 due 3 due'],
  ],
  [
    'what an earlier release kept says its visit alone',
    [kept()],
    ['3 due 2 kept', '2 due 3 due', '2 due 3 due'],
  ],
])('%s', async (_, waiting, said) => {
  await storeTogether('demo:5', waiting);
  await readStored();
  await openPages({ '/evv': Page }, '/evv');
  for (const [at, { visitId }] of PLACES.entries())
    expect(await screen.findByText(`Visit ${visitId}: ${said[at]}`)).toBeTruthy();
});
