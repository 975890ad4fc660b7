import { CORRECTION_OVER } from '@homecare/domain/people/correcting.ts';
import { fieldsOfSection, PERSON, PERSON_SECTIONS } from '@homecare/domain/people/dictionary.ts';
import type { Person, PersonRow } from '@homecare/domain/people/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  type Asked,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  recordOf,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { useOwnTitle } from '../../platform/title.ts';
import { shownToasts } from '../../platform/toasts.ts';
import { focusField } from '../../ui/form.tsx';
import { PersonFormPage } from './PersonFormPage.tsx';
import { FORM_FIELDS } from './person-form.ts';

const anderson = recordOf(7, {
  rev: 3,
  LastName: 'Anderson',
  FirstName: 'Kjersti',
  Gender: 'Female',
  DOB: '1980-04-04',
  'SSI #': '185-33-1919',
  Address: '4683 Oakland St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80015',
  Phone: '(720) 220-2389',
  'Emergency Contact': 'Lars Anderson',
  'Emergency Phone': '(303) 555-0148',
  'Start Date': '2022-02-14',
  'ID Expiration': '2028-06-30',
  'Safety Training': '2026-03-02',
  BackgroundCheck: '2025-10-19',
  'Staff Evaluation': '2026-02-01',
  providerPayRate: { HealthMaintenance: 0, Homemaker: 18.75, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
});

let stored: Person;
let saves: Asked[];
let refusal: Answer | undefined;
/** Rows of the list, from which doubles are reported. */
let known: PersonRow[];

/** One record, and what is asked of it. */
const serve = () =>
  answerWith((asked) => {
    if (asked.cmd === 'get') return { data: asked.data.ID === undefined ? known : [stored] };
    if (asked.path.includes('payroll/list-rates')) return { data: { rates: [] } };
    if (asked.path.includes('payroll/list-categories'))
      return {
        data: [{ name: 'Private pay', builtIn: false, retired: false, types: 0, providers: 0, unused: true }],
      };
    if (asked.cmd !== 'update' && asked.cmd !== 'insert') return { data: CAPABILITIES };
    saves.push(asked);
    return refusal ?? { data: { rev: 4, messages: [] } };
  });

const List = () => <p>the list</p>;
/** With the title that the frame of the application shows. */
const Form = () => (
  <>
    <p>{useOwnTitle()}</p>
    <PersonFormPage />
  </>
);
const openForm = async (page: { mode: string; id?: number }) => {
  await openPages({ '/createuser': Form, '/dashboard': List }, '/createuser', page);
};
const field = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const sections = () => within(screen.getByRole('navigation', { name: 'Sections' }));

beforeEach(() => {
  signInAs('admin');
  onDesk();
  stored = anderson;
  saves = [];
  refusal = undefined;
  known = [];
  serve();
});
afterEach(closePages);

describe('the record form', () => {
  it('counts what a new provider is missing at each section and leads to the first field', async () => {
    await openForm({ mode: 'Provider' });
    await screen.findByRole('textbox', { name: 'Last name' });
    save();
    expect(await screen.findByLabelText('Private pay')).toBeDefined();
    await screen.findByText('18 fields need attention');
    sections().getByRole('button', { name: 'Identity 5 errors' });
    sections().getByRole('button', { name: 'Checks and dates 6 errors' });
    await waitFor(() => expect(document.activeElement).toBe(field('Last name')));
    expect(saves).toEqual([]);
  });

  it('sends only what changed and goes back to the list', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Phone', '7205550000');
    await screen.findByText('Changed: Phone');
    save();
    await screen.findByText('the list');
    expect(saves.map(({ data }) => data)).toEqual([{ Phone: '(720) 555-0000', confirmed: '[]', rev: 3 }]);
    expect(shownToasts().map(({ text }) => text)).toContain('Anderson, Kjersti saved');
  });

  it('fills the empty fields of a new record from a pasted text, and empties them again', async () => {
    await openForm({ mode: 'Client' });
    const last = await screen.findByRole('textbox', { name: 'Last name' });
    type('City', 'Denver');
    const text =
      'Guadalupe Baca, 4683 S Oakland St, Aurora, CO 80015, (303) 555-0142, lupe@x.com, DOB 4/4/1951';
    fireEvent.paste(last, { clipboardData: { getData: () => text } });
    await screen.findByText(/^Filled from the pasted text: Last name, First name, /);
    const shown = () =>
      ['Last name', 'First name', 'City', 'Phone']
        .map((name) => field(name))
        .map((box) => (box instanceof HTMLInputElement ? box.value : ''));
    expect(shown()).toEqual(['Baca', 'Guadalupe', 'Denver', '(303) 555-0142']);
    screen.getByText(/^\d+ years$/);
    type('First name', 'Lupe');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(shown()).toEqual(['', 'Lupe', 'Denver', '']);
  });

  it('leaves a pasted name to its field, and a stored record as it is', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    const text = 'Guadalupe Baca, (303) 555-0142';
    fireEvent.paste(field('Last name'), { clipboardData: { getData: () => text } });
    expect(screen.queryByText(/^Filled from/)).toBeNull();
  });

  it('opens for a correction by its creator, who is asked for no start date of a fixed name', async () => {
    signInAs('user');
    const until = Temporal.Now.instant().add({ minutes: 42 }).toString();
    stored = { ...anderson, correctableUntil: until };
    await openForm({ mode: 'Show', id: 7 });
    const button = await screen.findByRole('button', { name: 'Correct · 42 min left' });
    expect(screen.queryByRole('textbox', { name: 'Last name' })).toBeNull();
    fireEvent.click(button);
    await screen.findByText('Correcting · 42 min left');
    screen.getByText('Correct provider');
    type('Last name', 'Andersson');
    save();
    await screen.findByText('the list');
    expect(saves.map(({ data }) => data)).toEqual([{ LastName: 'Andersson', confirmed: '[]', rev: 3 }]);
  });

  it('keeps what was typed when the hour of a correction is over', async () => {
    signInAs('user');
    stored = { ...anderson, correctableUntil: Temporal.Now.instant().add({ seconds: 50 }).toString() };
    await openForm({ mode: 'Show', id: 7 });
    fireEvent.click(await screen.findByRole('button', { name: 'Correct · 1 min left' }));
    type('Last name', 'Andersson');
    refusal = { status: 403, Info: CORRECTION_OVER };
    save();
    await screen.findByText(new RegExp(CORRECTION_OVER));
    expect(screen.getByDisplayValue('Andersson')).toBeDefined();
  });

  it.each(['Provider', 'Client'] as const)(
    'leads from a notice to every field of a %s in Show mode, and marks it',
    async (kind) => {
      stored = recordOf(7, {
        ...anderson,
        'Provider or Client': kind,
        Services: ['PRSNL'],
        TotalUnits: { PRSNL: 12 },
        Daycare: true,
        DaycareName: 'Sunrise',
        covidStatus: '2026-01-02|2026-01-09',
      });
      await openForm({ mode: 'Show', id: 7 });
      await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
      const ofKind = PERSON_SECTIONS.flatMap((section) => fieldsOfSection(section, kind));
      const shown = FORM_FIELDS.filter(
        (name) => ofKind.includes(name) && screen.queryAllByText(PERSON[name].label).length > 0,
      );
      expect(shown.length).toBeGreaterThan(20);
      const missed = shown.filter((name) => {
        focusField(name);
        const found = document.activeElement;
        const isIt = found instanceof HTMLElement && found.dataset.field?.split('.')[0] === name;
        return !isIt || found.dataset.pointed !== 'true';
      });
      expect(missed).toEqual([]);
    },
  );

  describe('the place of a check-in', () => {
    const OFFER = 'Use the place of the check-in on 11-18-2026';
    /** What is asked about the point of a client at an address that nobody has checked. */
    const serveClient = (values: Partial<Person>) => {
      const taken: Asked[] = [];
      stored = recordOf(8, {
        rev: 3,
        'Provider or Client': 'Client',
        LastName: 'Baca',
        FirstName: 'Guadalupe',
        Address: '1 New St',
        City: 'Aurora',
        State: 'CO',
        PostalCode: '80015',
        AddressLatitude: 39.626,
        AddressLongitude: -104.787,
        AddressApproximate: true,
        ...values,
      });
      answerWith((asked) => {
        if (asked.path.includes('get-check-in-place'))
          return { data: { place: { visitId: 41, date: '2026-11-18' } } };
        if (asked.path.includes('set-check-in-point')) {
          taken.push(asked);
          return (
            refusal ?? { data: { rev: 4, messages: [], AddressLatitude: 39.62, AddressLongitude: -104.78 } }
          );
        }
        if (asked.cmd === 'get') return { data: asked.data.ID === undefined ? known : [stored] };
        if (asked.path.includes('authorizations')) return { data: [] };
        return { data: CAPABILITIES };
      });
      return taken;
    };

    it('becomes the point of an approximate address with one click, which is then no offer any more', async () => {
      const taken = serveClient({});
      await openForm({ mode: 'Modify', id: 8 });
      fireEvent.click(await screen.findByRole('button', { name: OFFER }));
      await waitFor(() => expect(screen.queryByRole('button', { name: OFFER })).toBeNull());
      expect(taken).toHaveLength(1);
      expect(screen.queryByText('Approximate location')).toBeNull();
      expect(shownToasts().map(({ text }) => text)).toContain('Exact point set');
    });

    it('stays an offer when the server refuses it, with the reason', async () => {
      serveClient({});
      refusal = { status: 409, Info: 'Another check-in was elsewhere.' };
      await openForm({ mode: 'Modify', id: 8 });
      fireEvent.click(await screen.findByRole('button', { name: OFFER }));
      await waitFor(() =>
        expect(shownToasts().map(({ text }) => text)).toContain('Another check-in was elsewhere.'),
      );
      screen.getByRole('button', { name: OFFER });
    });

    it('is not offered for an address whose point is exact, nor to role provider', async () => {
      serveClient({ AddressApproximate: false });
      await openForm({ mode: 'Modify', id: 8 });
      await screen.findByRole('heading', { name: 'Baca, Guadalupe' });
      expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
      closePages();
      signInAs('provider');
      serveClient({});
      await openForm({ mode: 'Show', id: 8 });
      await screen.findByText('Approximate location');
      expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
    });
  });

  it('shows no Correct without an hour of the own', async () => {
    signInAs('user');
    await openForm({ mode: 'Show', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    expect(screen.queryByRole('button', { name: /Correct/ })).toBeNull();
  });

  it('asks for the start date of a new name', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Last name', 'Solberg');
    save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Start date of the new information' }));
    const start = dialog.getByRole('textbox');
    await waitFor(() => expect(document.activeElement).toBe(start));
    fireEvent.change(start, { target: { value: '01-01-2199' } });
    await dialog.findByText("Error: Change date can't be future");
    fireEvent.change(start, { target: { value: '11-01-2025' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('the list');
    expect(saves[0]?.data).toEqual({
      LastName: 'Solberg',
      changeDate: '2025-11-01',
      confirmed: '[]',
      rev: 3,
    });
  });

  it('tells while typing who is on record already, and asks once more before it is saved', async () => {
    known = [
      rowOf(12, {
        'Provider or Client': 'Provider',
        LastName: 'Solberg',
        FirstName: 'Kjersti',
        DOB: '1980-04-04',
        Phone: '(720) 220-2389',
      }),
      rowOf(7, { LastName: 'Anderson', FirstName: 'Kjersti', DOB: '1980-04-04' }),
    ];
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Last name', 'Solberk');
    fireEvent.click(await screen.findByRole('button', { name: 'On record? Solberg, Kjersti' }));
    const note = within(await screen.findByRole('dialog', { name: /^On record/ }));
    note.getByText('has nearly the same name, the same birth date and the same phone');
    note.getByRole('button', { name: 'Open Solberg, Kjersti' });
    const question = 'Solberg, Kjersti (ID 12) has nearly the same name and the same birth date';
    refusal = {
      status: 409,
      reason: 'unanswered',
      Info: '',
      errors: [{ field: 'confirm.LastName', message: question }],
    };
    type('Last name', 'Solberg-Anderson');
    save();
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Start date of the new information' })).getByRole(
        'button',
        { name: 'Save' },
      ),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this right?' }));
    dialog.getByText(question);
    refusal = undefined;
    fireEvent.click(dialog.getByRole('button', { name: 'Save as it is' }));
    await screen.findByText('the list');
    expect(saves.at(-1)?.data.confirmed).toBe(JSON.stringify([question]));
  });

  it('asks about an unlikely date beside its field and once more before it is saved', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('DL/ID Expiration', '06-30-2128');
    const words = /DL\/ID Expiration 06-30-2128 is \d+ years ahead/;
    await screen.findByText(words);
    save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Is this right?' }));
    dialog.getByText(words);
    fireEvent.click(dialog.getByRole('button', { name: 'Go back and correct' }));
    expect(saves).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(field('DL/ID Expiration')));
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Save as it is' }));
    await screen.findByText('the list');
    expect(saves[0]?.data).toMatchObject({
      'ID Expiration': '2128-06-30',
      confirmed: expect.stringMatching(words),
    });
  });

  it('asks what only the server can ask, and sends the yes', async () => {
    const message = 'Archuleta, Efraín has the same phone number';
    refusal = {
      status: 409,
      reason: 'unanswered',
      Info: message,
      errors: [{ field: 'confirm.Phone', message }],
    };
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Phone', '7205550000');
    save();
    const keep = await screen.findByRole('button', { name: 'Save as it is' });
    refusal = undefined;
    fireEvent.click(keep);
    await screen.findByText('the list');
    expect(saves.map(({ data }) => data)).toEqual([
      { Phone: '(720) 555-0000', confirmed: '[]', rev: 3 },
      { Phone: '(720) 555-0000', confirmed: JSON.stringify([message]), rev: 3 },
    ]);
  });

  it('reads dates of two-digit years, and a month however it is typed', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('DOB', '1/2/62');
    fireEvent.blur(field('DOB'));
    await waitFor(() => expect(field('DOB')).toHaveProperty('value', '01-02-1962'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Flu shot' }));
    const shot = await screen.findByRole('textbox', { name: /Flu shot date/ });
    fireEvent.change(shot, { target: { value: '10/25' } });
    fireEvent.blur(shot);
    await waitFor(() => expect(shot).toHaveProperty('value', '2025-10'));
    fireEvent.change(shot, { target: { value: 'soon' } });
    fireEvent.blur(shot);
    await waitFor(() => expect(shot).toHaveProperty('value', 'soon'));
    save();
    await screen.findByText('Error: Wrong date, date format (YYYY-MM)');
    expect(saves).toEqual([]);
  });

  it('puts a refusal of the server at its field', async () => {
    const message = 'This SSN already exists with person: Archuleta, Efraín';
    refusal = { status: 409, Info: message, errors: [{ field: 'SSI #', message }] };
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('SSI #', '185-33-0001');
    save();
    await screen.findByText(message);
    await screen.findByText('1 field needs attention');
    expect(document.activeElement).toBe(field('SSI #'));
  });

  it('says at the bar and in a note that nothing was saved, and leads there', async () => {
    refusal = { status: 403, Info: 'Your role does not allow this.' };
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Phone', '7205550000');
    save();
    const note = await screen.findByRole('alert');
    expect(note.textContent).toBe('Not saved. Your role does not allow this. Your changes are still here.');
    expect(document.activeElement?.contains(note)).toBe(true);
    field('Phone').focus();
    fireEvent.click(screen.getByRole('button', { name: 'Show why' }));
    expect(document.activeElement?.contains(note)).toBe(true);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    save();
    await screen.findByText(/The server cannot be reached: check the connection/);
    refusal = undefined;
    serve();
    save();
    await screen.findByText('the list');
  });

  it('keeps what was typed when somebody else saved, and says who, when and what', async () => {
    refusal = { status: 409, reason: 'stale', Info: 'Changed by T.K. at 11-20-2026 03:14 PM' };
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('Phone', '7205550000');
    stored = recordOf(7, { ...anderson, rev: 4, City: 'Denver', Phone: '(303) 555-9999' });
    save();
    const note = await screen.findByText('Not saved. Changed by T.K. at 11-20-2026 03:14 PM.');
    expect(note.parentElement?.textContent).toContain('They changed City, Phone.');
    expect(note.parentElement?.textContent).toContain('You changed Phone too');
    expect(field('Phone')).toHaveProperty('value', '(720) 555-0000');
    refusal = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(field('City')).toHaveProperty('value', 'Denver'));
    expect(field('Phone')).toHaveProperty('value', '(720) 555-0000');
    save();
    await screen.findByText('the list');
    expect(saves[1]?.data).toEqual({ Phone: '(720) 555-0000', confirmed: '[]', rev: 4 });
  });

  it('warns before typed text is lost', async () => {
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    type('City', 'Denver');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(field('City')).toHaveProperty('value', 'Denver');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByText('the list');
    expect(saves).toEqual([]);
  });

  it.each([
    ['a user', 'user', anderson],
    [
      'an admin, of an archived person',
      'admin',
      recordOf(7, { ...anderson, Cur: 'n', archiveDate: '2026-08-31' }),
    ],
  ] as const)('shows plain text and a Back button to %s', async (_, role, person) => {
    signInAs(role);
    stored = person;
    await openForm({ mode: 'Modify', id: 7 });
    await screen.findByRole('heading', { name: 'Anderson, Kjersti' });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    screen.getByText(/^04-04-1980 · \d\d years$/);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByText('the list');
  });

  it('goes back to the list when it is told no known mode', async () => {
    await openForm({ mode: 'Delete', id: 7 });
    await screen.findByText('the list');
  });
});
