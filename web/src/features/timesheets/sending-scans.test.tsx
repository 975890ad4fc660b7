import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetKept } from '../../platform/kept.ts';
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

afterEach(() => {
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
});
