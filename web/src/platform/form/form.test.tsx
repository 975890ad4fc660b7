import { getCall, postCall } from '@homecare/domain/call.ts';
import type { FieldError, Refusal } from '@homecare/domain/errors.ts';
import { TextInput } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { closePages, onDesk, onPhone, openPages, signInAs } from '../../../testing/application.tsx';
import { phoneStore } from '../../../testing/phone-store.ts';
import { chooseLanguage } from '../language.ts';
import { currentSession } from '../session.ts';
import { signOut } from '../sign-out.ts';
import { forgetDrafts } from './drafts.ts';
import { FormDialog } from './FormDialog.tsx';
import { FormPage } from './FormPage.tsx';
import { useAnswer } from './use-answer.ts';
import { useSave } from './use-save.ts';

const Pharmacy = z.object({ name: z.string(), fax: z.string() });
const savePharmacy = postCall(['pharmacies/save'], {
  name: 'pharmacies/save',
  roles: ['admin'],
  effect: 'write',
  creates: true,
  input: Pharmacy.extend({ rev: z.number() }),
  output: z.object({ rev: z.number() }),
});
const listPharmacies = getCall(['pharmacies/list'], {
  name: 'pharmacies/list',
  roles: ['admin'],
  effect: 'read',
  input: z.object({}),
  output: z.array(Pharmacy),
});

interface Request {
  readonly input: unknown;
  readonly key: string | null;
}
type Answer = {
  readonly status: number;
  readonly reason?: string;
  readonly Info?: string;
  readonly errors?: readonly FieldError[];
};
const SAVED: Answer = { status: 200 };
const LOST: Answer = { status: 404 };

let requests: Request[];
let answers: (Answer | 'lost' | Promise<Answer>)[];
let saved: unknown[];
let closed: number;
beforeEach(() => {
  signInAs('admin');
  onDesk();
  [requests, answers, saved, closed] = [[], [], [], 0];
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    requests.push({
      input: JSON.parse(String(init?.body)),
      key: new Headers(init?.headers).get('Idempotency-Key'),
    });
    const answer = (await answers.shift()) ?? SAVED;
    if (answer === 'lost') throw new TypeError('the connection broke');
    const { status, ...rest } = answer;
    const body = { result: status === 200 ? 'OK' : 'ERROR', code: status, data: { rev: 8 }, ...rest };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
});
afterEach(closePages);

const STORED = { name: 'Corner', fax: '303' };
let theirs: { readonly value: typeof STORED; readonly rev: number } | undefined;

const usePharmacy = (
  alone = false,
  stored = { value: STORED, rev: 7 },
  draft?: string,
  draftKeeps: readonly ('name' | 'fax')[] = [],
) =>
  useSave({
    draftKeeps,
    alone,
    draft,
    call: savePharmacy,
    changes: [listPharmacies],
    values: stored.value,
    rev: stored.rev,
    input: (values, rev) => ({ ...values, rev }),
    check: ({ name }) => (name === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    savedAs: ({ data }, value) => ({ value, rev: data.rev }),
    readAgain: async () => theirs,
    onSaved: (_, values) => void saved.push(values),
  });
const LABELS = new Map([
  ['name', 'Name'],
  ['fax', 'Fax'],
]);
const labelOf = (name: string) => LABELS.get(name) ?? name;

const PharmacyDialog = () => <DialogOf save={usePharmacy()} />;
const KeptDialog = () => <DialogOf save={usePharmacy(false, storedNow, 'pharmacy 1')} />;
const DialogOf = ({ save }: { readonly save: ReturnType<typeof usePharmacy> }) => {
  const onClose = () => {
    closed += 1;
  };
  return (
    <FormDialog save={save} title="Pharmacy" onClose={onClose} labelOf={labelOf}>
      <TextInput label="Name" {...save.text('name')} />
      <TextInput label="Fax" {...save.text('fax')} />
    </FormDialog>
  );
};
const KeepingDialog = () => {
  const save = usePharmacy(false, storedNow, 'pharmacy 1');
  return (
    <FormDialog save={save} title="Pharmacy" onClose={() => {}} keeps>
      <TextInput label="Name" {...save.text('name')} />
    </FormDialog>
  );
};
/** As a list below a dialog brings newer records. */
let follow: (stored: { readonly value: typeof STORED; readonly rev: number }) => void;
const FollowedDialog = () => {
  const [stored, setStored] = useState({ value: STORED, rev: 7 });
  follow = setStored;
  const save = usePharmacy(false, stored);
  return (
    <FormDialog save={save} title="Pharmacy" onClose={() => {}} labelOf={labelOf}>
      <TextInput label="Name" {...save.text('name')} />
    </FormDialog>
  );
};
/** The fax is saved alone, whatever else of the pharmacy changes. */
const FaxDialog = () => {
  const save = usePharmacy(true);
  return (
    <FormDialog save={save} title="Numbers" onClose={() => {}}>
      <TextInput label="Fax" {...save.text('fax')} />
    </FormDialog>
  );
};
const PharmacyPage = () => {
  const save = usePharmacy();
  return <PharmacyFields save={save} />;
};
/** What is stored when the page is opened again. */
let storedNow = { value: STORED, rev: 7 };
const KeptPage = () => {
  const save = usePharmacy(false, storedNow, 'pharmacy 1');
  return <PharmacyFields save={save} />;
};
/** The fax is another one each time, as the time of now would be. */
const FaxKeptPage = () => <PharmacyFields save={usePharmacy(false, storedNow, 'pharmacy 1', ['fax'])} />;
const PharmacyFields = ({ save }: { readonly save: ReturnType<typeof usePharmacy> }) => {
  return (
    <FormPage save={save} labelOf={labelOf}>
      <TextInput label="Name" {...save.text('name')} />
      <TextInput label="Fax" {...save.text('fax')} />
    </FormPage>
  );
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isSettled = () => waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
const openDialog = async () => {
  await openPages({ '/pharmacy': PharmacyDialog }, '/pharmacy');
  await screen.findByRole('dialog');
};

describe('a form', () => {
  test('says what is wrong at its field, goes there and sends nothing', async () => {
    await openDialog();
    type('Name', '');
    press('Save');
    expect(screen.getByText('Enter a name.')).toBeDefined();
    expect(document.activeElement).toBe(field('Name'));
    expect(requests).toEqual([]);
    type('Name', 'Union');
    expect(screen.queryByText('Enter a name.')).toBeNull();
  });

  test('says what the server refused at its field', async () => {
    answers = [{ status: 400, errors: [{ field: 'fax', message: 'A fax has ten digits.' }] }];
    await openDialog();
    press('Save');
    await screen.findByText('A fax has ten digits.');
    expect(document.activeElement).toBe(field('Fax'));
    expect(screen.queryByText('Not saved.')).toBeNull();
    expect(saved).toEqual([]);
  });

  test('tells above its fields what was refused as a whole, and loses nothing typed', async () => {
    answers = [{ status: 403, Info: 'Your role does not allow this.' }];
    await openDialog();
    type('Name', 'Union');
    press('Save');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not saved. Your role does not allow this. Your changes are still here.',
    );
    expect(field('Name').value).toBe('Union');
  });

  test('tells above its fields what belongs to a field that it does not show', async () => {
    answers = [
      { status: 400, Info: 'Fill the state.', errors: [{ field: 'state', message: 'Fill the state.' }] },
    ];
    await openDialog();
    press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Fill the state.');
  });

  test('is sent once when it is saved twice', async () => {
    let answer = (_: Answer) => {};
    answers = [
      new Promise<Answer>((resolve) => {
        answer = resolve;
      }),
    ];
    await openDialog();
    press('Save');
    press('Save');
    await act(async () => answer(SAVED));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(requests).toHaveLength(1);
  });

  test('asks for a lost answer under its key; what was typed since is another attempt', async () => {
    const tries = 5;
    answers = [...Array<'lost'>(2 * tries).fill('lost'), { ...LOST, Info: 'No such pharmacy.' }];
    await openDialog();
    press('Save');
    await screen.findByText(/cannot be reached/);
    await isSettled();
    press('Save');
    await waitFor(() => expect(requests).toHaveLength(2 * tries));
    await screen.findByText(/cannot be reached/);
    await isSettled();
    type('Name', 'Union');
    press('Save');
    await screen.findByText(/No such pharmacy/);
    const keys = requests.map(({ key }) => key);
    expect(new Set(keys.slice(0, 2 * tries)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });
});

describe('a form that somebody else saved first', () => {
  const stale = async () => {
    theirs = { value: { name: 'Corner Drug', fax: '720' }, rev: 9 };
    answers = [{ status: 409, reason: 'stale', Info: 'Changed by T.K.' }];
    await openDialog();
    type('Name', 'Union');
    press('Save');
    return screen.findByRole('alert');
  };

  test('says what they changed, and what both did', async () => {
    const note = await stale();
    expect(note.textContent).toContain('Not saved. Changed by T.K. They changed Name, Fax.');
    expect(note.textContent).toContain('You changed Name too: keeping yours replaces theirs there.');
    expect(field('Name').value).toBe('Union');
    expect(field('Fax').value).toBe('303');
  });

  test('puts what was typed on top of theirs, and saves it over their revision', async () => {
    await stale();
    press('Keep my changes');
    expect([field('Name').value, field('Fax').value]).toEqual(['Union', '720']);
    press('Save');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(requests[1]?.input).toEqual({ name: 'Union', fax: '720', rev: 9 });
  });

  test('takes theirs', async () => {
    await stale();
    press('Discard my changes');
    expect([field('Name').value, field('Fax').value]).toEqual(['Corner Drug', '720']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a form whose record is followed', () => {
  const refused = { status: 409, reason: 'stale', Info: 'Changed by T.K.' };
  const newer = { value: { name: 'Corner Drug', fax: '720' }, rev: 9 };
  const open = async () => {
    await openPages({ '/pharmacy': FollowedDialog }, '/pharmacy');
    await screen.findByRole('dialog');
  };

  test('shows a newer one while nothing is typed', async () => {
    await open();
    act(() => follow(newer));
    expect(field('Name').value).toBe('Corner Drug');
  });

  test('does not save over a newer one that could not be read after the refusal', async () => {
    theirs = undefined;
    answers = [refused, refused];
    await open();
    press('Save');
    await screen.findByText(/Changed by T.K./);
    act(() => follow(newer));
    press('Save');
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests.map(({ input }) => input)).toEqual(Array(2).fill({ ...STORED, rev: 7 }));
  });

  test('keeps asking whose changes stay when the newer one comes after the refusal', async () => {
    theirs = newer;
    answers = [refused];
    await open();
    press('Save');
    await screen.findByText(/They changed Name, Fax./);
    act(() => follow({ ...newer, rev: 10 }));
    expect(screen.getByText(/They changed Name, Fax./)).toBeTruthy();
    press('Discard my changes');
    expect(field('Name').value).toBe('Corner Drug');
  });

  test('does not take over one that arrives while its save is under way', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    theirs = undefined;
    answers = [promise, refused];
    await open();
    press('Save');
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => follow(newer));
    resolve(refused);
    await screen.findByText(/Changed by T.K./);
    press('Save');
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]?.input).toEqual({ ...STORED, rev: 7 });
  });
});

describe('a part of a record that is saved alone', () => {
  const saveFax = async (fresh: { readonly value: typeof STORED; readonly rev: number }) => {
    theirs = fresh;
    answers = [{ status: 409, reason: 'stale', Info: 'Changed by T.K.' }];
    await openPages({ '/pharmacy': FaxDialog }, '/pharmacy');
    await screen.findByRole('dialog');
    type('Fax', '720');
    press('Save');
  };

  test('goes again by itself where only other parts of the record changed', async () => {
    await saveFax({ value: STORED, rev: 9 });
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(requests.map(({ input }) => input)).toEqual([
      { name: 'Corner', fax: '720', rev: 7 },
      { name: 'Corner', fax: '720', rev: 9 },
    ]);
  });

  test('does not go over a change of the same', async () => {
    await saveFax({ value: { ...STORED, fax: '970' }, rev: 9 });
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('You changed the same too: keeping yours replaces theirs there.');
    expect(requests).toHaveLength(1);
  });
});

describe('a dialog that is closed', () => {
  const asked = (name = 'Discard changes?') => screen.findByRole('dialog', { name });
  const answer = async (name: string) => fireEvent.click(within(await asked()).getByRole('button', { name }));
  const isAnswered = () => waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());

  test.each<[string, () => void]>([
    ['Cancel', () => press('Cancel')],
    ['Close', () => press('Close')],
    ['Escape', () => fireEvent.keyDown(field('Name'), { key: 'Escape' })],
  ])('by %s asks where something was typed, and only there', async (_, close) => {
    await openDialog();
    close();
    expect(closed).toBe(1);
    type('Name', 'Union');
    close();
    await answer('Keep editing');
    await isAnswered();
    expect([closed, field('Name').value]).toEqual([1, 'Union']);
    close();
    await answer('Discard');
    expect(closed).toBe(2);
    expect(requests).toEqual([]);
  });

  test('asks nothing where what was typed is as before', async () => {
    await openDialog();
    type('Name', 'Union');
    type('Name', STORED.name);
    press('Cancel');
    expect(closed).toBe(1);
  });

  test('can be saved from the question; what is wrong is at its field then', async () => {
    await openDialog();
    type('Name', '');
    press('Cancel');
    await answer('Save');
    await screen.findByText('Enter a name.');
    await isAnswered();
    type('Name', 'Union');
    press('Cancel');
    await answer('Save');
    await waitFor(() => expect(saved).toEqual([{ name: 'Union', fax: '303' }]));
  });

  test('asks a caregiver in the language of the phone', async () => {
    localStorage.setItem('language', 'es');
    await openDialog();
    act(() => signInAs('evv'));
    type('Name', 'Union');
    press('Cancel');
    await asked('¿Descartar los cambios?');
  });
});

test('a page asks before it is left unsaved; after a save it does not', async () => {
  const pages = { '/pharmacy': PharmacyPage, '/other': () => <p>Elsewhere</p> };
  const router = await openPages(pages, '/pharmacy');
  await screen.findByText('All changes are saved');
  type('Name', 'Union');
  await screen.findByText('Changed: Name');
  act(() => void router.navigate({ to: '/other' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  press('Stay');
  press('Save');
  await screen.findByText('All changes are saved');
  expect(field('Name').value).toBe('Union');
  await act(() => router.navigate({ to: '/other' }));
  expect(screen.getByText('Elsewhere')).toBeDefined();
});

test('a page that is left may be saved first, and leads on to where the user wanted to go', async () => {
  const pages = { '/pharmacy': PharmacyPage, '/other': () => <p>Elsewhere</p> };
  const router = await openPages(pages, '/pharmacy');
  await screen.findByText('All changes are saved');
  type('Name', '');
  await screen.findByText('Changed: Name');
  act(() => void router.navigate({ to: '/other' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Save and leave' }));
  await screen.findByText('Enter a name.');
  expect([requests.length, screen.queryByText('Elsewhere')]).toEqual([0, null]);

  type('Name', 'Union');
  act(() => void router.navigate({ to: '/other' }));
  const again = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Save and leave' }));
  await screen.findByText('Elsewhere');
  expect(saved).toEqual([{ name: 'Union', fax: '303' }]);
});

describe('what was typed and not saved', () => {
  const device = phoneStore();
  const pages = { '/pharmacy': KeptPage, '/other': () => <p>Elsewhere</p> };
  const restore = () => screen.findByRole('button', { name: 'Restore' });
  const keptTexts = () => JSON.stringify(device.rowsOf('drafts'));
  /** Opened as after a reload: nothing of the page before is left but the device. */
  const openAgain = async () => {
    cleanup();
    const router = await openPages(pages, '/pharmacy');
    await screen.findByLabelText('Name');
    return router;
  };
  beforeEach(() => {
    vi.stubGlobal('indexedDB', device.indexedDB);
    storedNow = { value: STORED, rev: 7 };
  });
  afterEach(() => device.empty());
  const typeAndLose = async (name: string) => {
    await openAgain();
    type('Name', name);
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
  };

  test('is kept sealed on the device, offered again, and put on what is stored by then', async () => {
    await typeAndLose('Union');
    expect(keptTexts()).not.toContain('Union');
    storedNow = { value: { name: 'Corner Two', fax: '720' }, rev: 8 };
    await openAgain();
    expect(await screen.findByText(/Someone changed Name since then/)).toBeDefined();
    fireEvent.click(await restore());
    await waitFor(() => expect(field('Name').value).toBe('Union'));
    expect(field('Fax').value).toBe('720');
    press('Save');
    await screen.findByText('All changes are saved');
    // The save changes what is stored under the form, and no draft comes of that either.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(device.rowsOf('drafts')).toHaveLength(0);
    expect(requests[0]?.input).toMatchObject({ name: 'Union', fax: '720', rev: 8 });
  });

  test('keeps also unchanged what each form opens with anew', async () => {
    await typeAndLose('Union');
    storedNow = { value: { ...STORED, fax: '720' }, rev: 7 };
    cleanup();
    await openPages({ '/pharmacy': FaxKeptPage }, '/pharmacy');
    fireEvent.click(await restore());
    await waitFor(() => expect(field('Name').value).toBe('Union'));
    expect(field('Fax').value).toBe(STORED.fax);
  });

  test('is gone once it was discarded, typed back, or left behind on purpose', async () => {
    await typeAndLose('Union');
    await openAgain();
    await restore();
    press('Discard');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(0));
    expect(screen.queryByText('Restore')).toBeNull();

    type('Name', 'Union');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
    type('Name', STORED.name);
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(0));

    type('Name', 'Union');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
    const router = await openAgain();
    fireEvent.click(await restore());
    act(() => void router.navigate({ to: '/other' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await screen.findByText('Elsewhere');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(0));
  });

  test('in a dialog is offered again, and given up where the dialog is left without saving', async () => {
    const openDialog = async () => {
      cleanup();
      await openPages({ '/pharmacy': KeptDialog }, '/pharmacy');
      await screen.findByLabelText('Name');
    };
    await openDialog();
    type('Name', 'Union');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
    await openDialog();
    await restore();
    // Closed without a look at it, it is offered the next time too.
    press('Cancel');
    expect(closed).toBe(1);
    await openDialog();
    fireEvent.click(await restore());
    await waitFor(() => expect(field('Name').value).toBe('Union'));
    press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    expect(closed).toBe(2);
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(0));
  });

  test('is offered to the account that typed it alone, and goes with its sign-out', async () => {
    await typeAndLose('Union');
    signInAs('admin', 2);
    await openAgain();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Restore')).toBeNull();
    await forgetDrafts(currentSession());
    expect(device.rowsOf('drafts')).toHaveLength(1);
    signInAs('admin');
    await openAgain();
    await restore();
    await forgetDrafts(currentSession());
    expect(device.rowsOf('drafts')).toHaveLength(0);
  });

  test('is offered to a caregiver in the language of the phone, and to the office in English', async () => {
    chooseLanguage('es');
    signInAs('evv');
    await typeAndLose('Union');
    await openAgain();
    fireEvent.click(await screen.findByRole('button', { name: 'Recuperar' }));
    await waitFor(() => expect(field('Name').value).toBe('Union'));
    signInAs('admin', 2);
    await openAgain();
    type('Name', 'Corner Two');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(2));
    await openAgain();
    await restore();
    chooseLanguage('en');
  });

  test('stays on the device where closing keeps it', async () => {
    await openPages({ '/pharmacy': KeepingDialog }, '/pharmacy');
    type('Name', 'Union');
    await waitFor(() => expect(device.rowsOf('drafts')).toHaveLength(1));
    press('Cancel');
    cleanup();
    await openPages({ '/pharmacy': KeepingDialog }, '/pharmacy');
    fireEvent.click(await restore());
    await waitFor(() => expect(field('Name').value).toBe('Union'));
  });

  test('goes with a sign-out right after the last key', async () => {
    await openAgain();
    type('Name', 'Union');
    await signOut();
    cleanup();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(device.rowsOf('drafts')).toHaveLength(0);
  });
});

test('on a phone the bar of a page leads to the field that needs attention', async () => {
  onPhone();
  await openPages({ '/pharmacy': PharmacyPage }, '/pharmacy');
  type('Name', '');
  press('Save');
  expect(await screen.findByText('1 field needs attention')).toBeDefined();
  field('Fax').focus();
  press('Next: Name');
  expect(document.activeElement).toBe(field('Name'));
});

test('what is typed while a page is being saved stays, and is not taken for saved', async () => {
  let answer = (_: Answer) => {};
  answers = [
    new Promise<Answer>((resolve) => {
      answer = resolve;
    }),
  ];
  await openPages({ '/pharmacy': PharmacyPage }, '/pharmacy');
  type('Name', 'Union');
  press('Save');
  type('Fax', '720');
  await act(async () => answer(SAVED));
  await waitFor(() => expect(saved).toEqual([{ name: 'Union', fax: '303' }]));
  expect([field('Name').value, field('Fax').value]).toEqual(['Union', '720']);
  await screen.findByText('Changed: Fax');
});

describe('a form that only answers a question', () => {
  let given: unknown[];
  /** As whoever asked hears from the server. */
  let refuse: (errors: readonly FieldError[]) => void;
  const CodeDialog = () => {
    const [refused, setRefused] = useState<Refusal>();
    refuse = (errors) => setRefused({ ok: false, reason: 'badInput', info: 'The door stays shut.', errors });
    const answer = useAnswer({
      values: { code: '', remark: '' },
      check: ({ code }) => (code === '' ? [{ field: 'code', message: 'Enter the code.' }] : []),
      refused,
      cleared: () => ({ code: '' }),
      onAnswer: (values) => void given.push(values),
    });
    return (
      <FormDialog save={answer} title="Code of the door" onClose={() => {}} plain>
        <TextInput label="Code" {...answer.text('code')} />
        <TextInput label="Remark" {...answer.text('remark')} />
      </FormDialog>
    );
  };
  beforeEach(async () => {
    given = [];
    await openPages({ '/door': CodeDialog }, '/door');
    await screen.findByRole('dialog');
  });

  test('hands over what was typed once its rules find nothing, and sends nothing itself', async () => {
    press('Save');
    await screen.findByText('Enter the code.');
    expect(given).toEqual([]);
    type('Code', '4711');
    press('Save');
    await waitFor(() => expect(given).toEqual([{ code: '4711', remark: '' }]));
    expect(requests).toEqual([]);
  });

  test('follows what is typed after the first try', async () => {
    press('Save');
    await screen.findByText('Enter the code.');
    type('Code', '4711');
    await waitFor(() => expect(screen.queryByText('Enter the code.')).toBeNull());
    type('Code', '');
    await screen.findByText('Enter the code.');
  });

  test('shows at its field what came of the answer, and has it typed anew', () => {
    type('Code', '4711');
    type('Remark', 'Urgent');
    act(() => refuse([{ field: 'code', message: 'This code is wrong.' }]));
    expect(screen.getByText('This code is wrong.')).toBeDefined();
    expect([field('Code').value, field('Remark').value]).toEqual(['', 'Urgent']);
    expect(screen.queryByText('The door stays shut.')).toBeNull();
  });

  test('says above its fields what belongs to none of them', async () => {
    act(() => refuse([]));
    await screen.findByText('The door stays shut.');
  });
});
