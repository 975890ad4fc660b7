import { type ExportFormat, exportPeople } from '@homecare/domain/list-export/contract.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { fetchFile } from '../../platform/send-file.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { ExportMenu } from './ExportMenu.tsx';

const saved: { name: string; size: number }[] = [];
const asked: unknown[] = [];
let sizes: number[] = [];

/** The network and the browser's downloads are replaced. */
const answerFile = (answer: () => Response) => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('people/export-list'))
      return Response.json({ result: 'OK', code: 200, data: CAPABILITIES });
    asked.push(JSON.parse(String(init?.body)));
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    sizes = [...sizes, blob instanceof Blob ? blob.size : 0];
    return 'blob:list';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: sizes.at(-1) ?? 0 });
  });
};

const view = { tab: 'Clients', search: 'baca', showArchived: true } as const;
const load = (format: ExportFormat) => fetchFile(exportPeople, { ...view, format });
const choose = async (name: string) => {
  await openPages({ '/people': () => <ExportMenu list="people" load={load} /> }, '/people');
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

beforeEach(() => {
  signInAs('user');
  saved.length = 0;
  asked.length = 0;
});
afterEach(() => {
  closePages();
  closeAllToasts();
});

it.each([
  ['Excel (.xlsx)', 'xlsx'],
  ['CSV (.csv)', 'csv'],
])('saves %s of what the list shows', async (label, format) => {
  answerFile(() => new Response('content', { headers: { 'Content-Type': 'text/csv' } }));
  await choose(label);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(new RegExp(`^people_\\d{4}-\\d{2}-\\d{2}\\.${format}$`));
  expect(saved[0]?.size).toBe('content'.length);
  expect(asked).toEqual([{ tab: 'Clients', search: 'baca', showArchived: true, format }]);
});

it('says why no file came, and saves none', async () => {
  answerFile(() =>
    Response.json({ result: 'ERROR', code: 403, Info: 'Your role does not allow this.' }, { status: 403 }),
  );
  await choose('CSV (.csv)');
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual(['Your role does not allow this.']),
  );
  expect(saved).toEqual([]);
});
