import { listUploads } from '@homecare/domain/timesheets/contract.ts';
import type { ScanUpload } from '@homecare/domain/timesheets/schema.ts';
import { QueryObserver } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetKept } from '../../platform/kept.ts';
import { queryClient } from '../../platform/query.ts';
import { addScans, useSendingScans } from './sending-scans.ts';

/** The line never answers: what is sent stays on its way until it is stopped. */
class SlowLine extends EventTarget {
  static readonly sent: SlowLine[] = [];
  readonly upload = {};
  stopped = false;
  onabort: (() => void) | undefined;
  open() {}
  setRequestHeader() {}
  send() {
    SlowLine.sent.push(this);
  }
  abort() {
    this.stopped = true;
    this.onabort?.();
  }
}

const UPLOADED: ScanUpload = {
  id: 1,
  name: 'first.pdf',
  kind: 'pdf',
  pages: 1,
  read: 0,
  filed: 0,
  tray: 0,
  created: '2026-11-20T17:00:00Z',
  by: 'admin',
  finished: null,
};

/** The server takes what is sent. */
class TakenLine extends SlowLine {
  status = 200;
  responseText = JSON.stringify({ result: 'OK', code: 200, data: UPLOADED });
  onload: (() => void) | undefined;
  getResponseHeader() {
    return null;
  }
  override send() {
    this.onload?.();
  }
}

afterEach(() => {
  queryClient.clear();
  cleanup();
  vi.unstubAllGlobals();
});

describe('files on their way', () => {
  it('go no further once their owner signed out, and the next one sees none of them', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowLine);
    addScans(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new File(['%PDF-'], name)));
    expect(SlowLine.sent).toHaveLength(2);
    forgetKept();
    await act(async () => undefined);
    expect(SlowLine.sent.map(({ stopped }) => stopped)).toEqual([true, true]);
    expect(renderHook(useSendingScans).result.current).toEqual([]);
    addScans([new File(['%PDF-'], 'mine.pdf')]);
    expect(renderHook(useSendingScans).result.current.map(({ file }) => file.name)).toEqual(['mine.pdf']);
    forgetKept();
  });

  it('are not shown beside what came in of them while the lists are read again', async () => {
    vi.stubGlobal('XMLHttpRequest', TakenLine);
    let asked = 0;
    queryClient.setQueryData([listUploads.name, {}], []);
    const never = new Promise<never>(() => {});
    const queryFn = () => {
      asked += 1;
      return never;
    };
    const uploads = new QueryObserver(queryClient, {
      queryKey: [listUploads.name, {}],
      queryFn,
      staleTime: 60_000,
    });
    const leave = uploads.subscribe(() => {});
    const { result } = renderHook(useSendingScans);
    await act(async () => addScans([new File(['%PDF-'], 'first.pdf')]));
    await waitFor(() => expect(asked).toBe(1));
    expect(result.current).toEqual([]);
    leave();
    forgetKept();
  });
});
